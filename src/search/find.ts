import * as fc from 'fast-check';
import type { Sequence } from '../../model/sequence.js';
import { isFailure, type Failure, type Runner, type Stop } from './runner.js';

/** This many inconclusive runs one after the other mean that the environment is not fit for a search. */
const INCONCLUSIVE_IN_A_ROW = 5;

/** What `find` looks through. */
export interface FindSettings {
  readonly sequences: fc.Arbitrary<Sequence>;
  readonly runs: number;
  readonly seed: number;
  /** fast-check's path of one run: only that one is carried out. */
  readonly path?: string;
  readonly stop: Stop;
}

/** How the search for a failing sequence ended. `path` leads to the sequence again, with the same seed. */
export type Found =
  | { readonly kind: 'failed'; readonly sequence: Sequence; readonly failure: Failure; readonly path: string }
  | { readonly kind: 'passed' }
  | { readonly kind: 'stopped'; readonly why: 'interrupted' | 'budget' }
  | { readonly kind: 'inconclusive'; readonly reason: string };

/** Thrown to end fast-check's loop at once; never shown. */
class Ended extends Error {
  constructor(readonly found: Extract<Found, { kind: 'stopped' | 'inconclusive' }>) {
    super(found.kind);
  }
}

/** Runs fresh sequences until one fails. Shrinking is a search of its own, so that a failing run can be cut first. */
export async function find(settings: FindSettings, runner: Runner): Promise<Found> {
  const { sequences, runs, seed, path, stop } = settings;
  let inconclusive = 0;
  let failed: { sequence: Sequence; failure: Failure } | null = null;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const why = stop();
    if (why !== null) throw new Ended({ kind: 'stopped', why });
    const result = await runner(sequence);
    if (isFailure(result)) {
      failed = { sequence, failure: result };
      throw new Error(result.verdict.kind);
    }
    const { verdict } = result;
    inconclusive = verdict.kind === 'inconclusive' ? inconclusive + 1 : 0;
    if (verdict.kind === 'inconclusive' && inconclusive >= INCONCLUSIVE_IN_A_ROW) {
      throw new Ended({ kind: 'inconclusive', reason: verdict.reason });
    }
    fc.pre(verdict.kind === 'passed');
  });
  const details = await fc.check(property, {
    numRuns: path === undefined ? runs : 1,
    seed,
    endOnFailure: true,
    ...(path === undefined ? {} : { path }),
  });
  return outcome(details, failed);
}

function outcome(
  details: fc.RunDetails<[Sequence]>,
  failed: { sequence: Sequence; failure: Failure } | null,
): Found {
  if (failed !== null) return { kind: 'failed', ...failed, path: details.counterexamplePath ?? '0' };
  if (details.errorInstance instanceof Ended) return details.errorInstance.found;
  if (details.errorInstance instanceof Error) throw details.errorInstance;
  if (details.failed) return { kind: 'inconclusive', reason: 'too many runs were inconclusive' };
  return { kind: 'passed' };
}
