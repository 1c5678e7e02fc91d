import * as fc from 'fast-check';
import { numbered } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import type { Signature } from '../check/signature.js';
import type { Replays } from '../shrink/tries.js';
import { attempt, type Attempt } from './attempt.js';
import { failingAs, type Failure, type Runner, type Stop } from './runner.js';
import { watch, type Watching } from './steady.js';

/** A failing sequence that is to become smaller. */
export interface ShrinkSettings {
  readonly sequences: fc.Arbitrary<Sequence>;
  readonly sequence: Sequence;
  /** Only failures that are part of this one count. */
  readonly signature: Signature;
  /** How often a candidate runs before it counts as passing. */
  readonly tries: (candidate: Sequence) => number;
  readonly stop: Stop;
  /** Takes only candidates that are steady, which costs more runs; null: any that fails. */
  readonly steady: Pick<Watching, 'rate' | 'most'> | null;
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
  /** The sequence at first and what took its place, in order; the last one is `sequence`. */
  readonly sequences: readonly Sequence[];
  /** What was accepted, in order. */
  readonly steps: readonly ShrinkStep[];
  /** Whether shrinking came to its end. */
  readonly complete: boolean;
}

/** Shrinks a failing sequence: fast-check pulls candidates from `sequences` for as long as they fail or there are any. */
export async function shrinkFailure(settings: ShrinkSettings, runners: readonly Runner[]): Promise<Shrunk> {
  const { sequences, signature, tries, stop, steady } = settings;
  const accepts = failingAs(signature);
  const errors: Error[] = [];
  const start = settings.sequence;
  let shrunk: Shrunk = {
    sequence: start,
    failure: null,
    runs: 0,
    sequences: [start],
    steps: [],
    complete: true,
  };
  const fails = async (candidate: Sequence): Promise<boolean> => {
    const limits = { tries: tries(candidate), enough: 1, stop };
    let seen = await attempt(runners, candidate, limits, accepts);
    let isTaken = seen.failures.length > 0;
    if (isTaken && steady !== null) {
      const watched = await watch(candidate, { runners, accepts, stop, ...steady }, seen);
      isTaken = watched.isSteady;
      seen = watched;
    }
    shrunk = { ...shrunk, runs: shrunk.runs + seen.runs };
    if (isTaken) shrunk = taking(shrunk, candidate, seen);
    else if (stop() !== null) shrunk = { ...shrunk, complete: false };
    return isTaken;
  };
  const property = fc.asyncProperty(sequences, async (candidate) => {
    if (candidate === start) throw new Error('known to fail');
    if (errors.length > 0) return;
    const smaller = await fails(candidate).catch((error: unknown) => {
      errors.push(error instanceof Error ? error : new Error(String(error)));
      return false;
    });
    if (smaller) throw new Error('fails as well');
  });
  await fc.check(property, { numRuns: 1, examples: [[start]], seed: 0 });
  if (errors[0] !== undefined) throw errors[0];
  return shrunk;
}

function taking(before: Shrunk, sequence: Sequence, { failures, runs }: Attempt): Shrunk {
  const [failure] = failures;
  if (failure === undefined) return before;
  const { signature } = failure.verdict;
  const reproduction = { failed: failures.length, runs };
  const commands = numbered(sequence.commands).length;
  const step = { commands, signature, reproduction, runs: before.runs };
  return {
    ...before,
    sequence,
    failure,
    sequences: [...before.sequences, sequence],
    steps: [...before.steps, step],
  };
}
