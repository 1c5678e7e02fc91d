import type { Sequence } from '../../model/sequence.js';
import type { Failure, Runner, Stop } from './runner.js';
import { isFailure } from './runner.js';

/** Inconclusive tries that are made up for; past them a candidate counts as passing, so that no false minimum arises. */
const MADE_UP_FOR = 3;

/** What several runs of one sequence showed: the first failures that were accepted, and how many runs told anything. */
export interface Attempt {
  readonly failures: readonly Failure[];
  readonly runs: number;
}

/**
 * Runs one sequence up to `tries` times, side by side where there are several runners, and stops as soon as it has failed
 * `enough` times in a way that `accepts` takes.
 */
export async function attempt(
  runners: readonly Runner[],
  sequence: Sequence,
  limits: { readonly tries: number; readonly enough: number; readonly stop: Stop },
  accepts: (failure: Failure) => boolean,
): Promise<Attempt> {
  const failures: Failure[] = [];
  let begun = 0;
  let told = 0;
  let spare = MADE_UP_FOR;
  const isOver = (): boolean =>
    failures.length >= limits.enough || begun >= limits.tries || limits.stop() !== null;
  const work = async (runner: Runner): Promise<void> => {
    while (!isOver()) {
      begun++;
      const result = await runner(sequence);
      if (result.verdict.kind === 'inconclusive') {
        if (spare-- > 0) begun--;
        continue;
      }
      told++;
      if (isFailure(result) && accepts(result)) failures.push(result);
    }
  };
  await Promise.all(runners.map(work));
  return { failures, runs: told };
}
