import * as fc from 'fast-check';
import { numbered } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import type { Signature } from '../check/signature.js';
import type { Replays } from '../shrink/tries.js';
import { attempt } from './attempt.js';
import { failingAs, type Failure, type Runner, type Stop } from './runner.js';

/** A failing sequence that is to become smaller. */
export interface ShrinkSettings {
  readonly sequences: fc.Arbitrary<Sequence>;
  readonly sequence: Sequence;
  /** Only failures that are part of this one count. */
  readonly signature: Signature;
  /** How often a candidate runs before it counts as passing. */
  readonly tries: (candidate: Sequence) => number;
  readonly stop: Stop;
}

/** A candidate that failed as well and took the place of the one before it. */
export interface ShrinkStep {
  /** How many commands it has. */
  readonly commands: number;
  readonly signature: Signature;
  /** How often it failed until it was accepted. */
  readonly reproduction: Replays;
  /** Runs since shrinking began. */
  readonly runs: number;
}

/** The smallest sequence that failed, its failure (null where nothing smaller failed), and what it took. */
export interface Shrunk {
  readonly sequence: Sequence;
  readonly failure: Failure | null;
  readonly runs: number;
  /** What was accepted, in order; the last one became `sequence`. */
  readonly steps: readonly ShrinkStep[];
  /** Whether shrinking came to its end. */
  readonly complete: boolean;
}

/** Shrinks a failing sequence: fast-check pulls candidates from `sequences` for as long as they fail or there are any. */
export async function shrinkFailure(settings: ShrinkSettings, runners: readonly Runner[]): Promise<Shrunk> {
  const { sequences, signature, tries, stop } = settings;
  const accepts = failingAs(signature);
  const errors: Error[] = [];
  let shrunk: Shrunk = { sequence: settings.sequence, failure: null, runs: 0, steps: [], complete: true };
  const fails = async (candidate: Sequence): Promise<boolean> => {
    const limits = { tries: tries(candidate), enough: 1, stop };
    const { failures, runs } = await attempt(runners, candidate, limits, accepts);
    const [failure] = failures;
    shrunk = { ...shrunk, runs: shrunk.runs + runs };
    if (failure !== undefined) {
      const { signature } = failure.verdict;
      const reproduction = { failed: failures.length, runs };
      const step = {
        commands: numbered(candidate.commands).length,
        signature,
        reproduction,
        runs: shrunk.runs,
      };
      shrunk = { ...shrunk, sequence: candidate, failure, steps: [...shrunk.steps, step] };
    } else if (stop() !== null) shrunk = { ...shrunk, complete: false };
    return failure !== undefined;
  };
  const property = fc.asyncProperty(sequences, async (candidate) => {
    if (candidate === settings.sequence) throw new Error('known to fail');
    if (errors.length > 0) return;
    const smaller = await fails(candidate).catch((error: unknown) => {
      errors.push(error instanceof Error ? error : new Error(String(error)));
      return false;
    });
    if (smaller) throw new Error('fails as well');
  });
  await fc.check(property, { numRuns: 1, examples: [[settings.sequence]], seed: 0 });
  if (errors[0] !== undefined) throw errors[0];
  return shrunk;
}
