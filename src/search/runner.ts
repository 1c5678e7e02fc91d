import type { Sequence } from '../../model/sequence.js';
import type { Verdict } from '../check/anomaly.js';
import { isPartOf, type Signature } from '../check/signature.js';
import type { RunResult } from '../run/run.js';

/** Carries out sequences; several runners work side by side, each on a cluster of its own. */
export type Runner = (sequence: Sequence) => Promise<RunResult>;

/** A run that failed. */
export interface Failure extends RunResult {
  readonly verdict: Extract<Verdict, { kind: 'failed' }>;
}

/** Narrows a run to one that failed. */
export function isFailure(result: RunResult): result is Failure {
  return result.verdict.kind === 'failed';
}

/** Accepts failures that are part of this one. */
export function failingAs(signature: Signature): (failure: Failure) => boolean {
  return ({ verdict }) => isPartOf(verdict.signature, signature);
}

/** Why a search should end before its time: by the user, or by its budget. Asked before each run, never in one. */
export type Stop = () => 'interrupted' | 'budget' | null;
