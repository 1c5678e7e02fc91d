import type { Sequence } from '../../model/sequence.js';
import { signatureText } from '../check/signature.js';
import { isFailure, type Failure, type Runner } from '../search/runner.js';
import type { Tally, Way } from './explanation.js';

/** Inconclusive runs of one sequence after which it is left alone. */
const MOST_INCONCLUSIVE = 3;

/** Nothing has run yet. */
export const noRuns: Tally = { runs: 0, failed: 0, ways: [] };

/** With one more run counted; null: it passed. */
export function counted(tally: Tally, failure: Failure | null, isSame: boolean): Tally {
  const runs = tally.runs + 1;
  if (failure === null) return { ...tally, runs };
  const { signature, anomalies } = failure.verdict;
  const text = signatureText(signature);
  const known = tally.ways.find((way) => way.signature === text);
  const way: Way = known
    ? { ...known, runs: known.runs + 1 }
    : { signature: text, detail: anomalies[0]?.detail ?? '', isSame, runs: 1 };
  const ways = [...tally.ways.filter((each) => each !== known), way].sort((a, b) => b.runs - a.runs);
  return { runs, failed: tally.failed + (isSame ? 1 : 0), ways };
}

/** All runs of both. */
export function sumOf(a: Tally, b: Tally): Tally {
  const ways = a.ways.map((way) => ({
    ...way,
    runs: way.runs + (b.ways.find(({ signature }) => signature === way.signature)?.runs ?? 0),
  }));
  const more = b.ways.filter(({ signature }) => ways.every((way) => way.signature !== signature));
  return {
    runs: a.runs + b.runs,
    failed: a.failed + b.failed,
    ways: [...ways, ...more].sort((x, y) => y.runs - x.runs),
  };
}

/** How runs are counted. */
export interface Counting {
  readonly runners: readonly Runner[];
  /** Whether a failure is the one that is explained. */
  readonly isSame: (failure: Failure) => boolean;
  /** Asked before each run. */
  readonly isOver: () => boolean;
  /** Told of each failure that is the same. */
  readonly onSame: (failure: Failure) => void;
}

/**
 * Runs each of these sequences `most` times, in rounds of one run each, so that all have about as many when it is over before its
 * end. Sequences that are equal share their runs.
 */
export async function tallied(
  sequences: readonly Sequence[],
  most: number,
  { runners, isSame, isOver, onSame }: Counting,
): Promise<readonly Tally[]> {
  const keys = sequences.map((sequence) => JSON.stringify(sequence));
  const distinct = new Map(keys.map((key, place) => [key, sequences[place]]));
  const tallies = new Map(keys.map((key) => [key, noRuns]));
  const inconclusive = new Map<string, number>();
  const turns = function* (): Generator<[string, Sequence]> {
    for (let round = 0; round < most; round++) {
      for (const [key, sequence] of distinct) {
        if ((inconclusive.get(key) ?? 0) < MOST_INCONCLUSIVE && sequence !== undefined) yield [key, sequence];
      }
    }
  };
  const queue = turns();
  const work = async (runner: Runner): Promise<void> => {
    for (;;) {
      const next = queue.next();
      if (next.done === true || isOver()) return;
      const [key, sequence] = next.value;
      const result = await runner(sequence);
      if (result.verdict.kind === 'inconclusive') {
        inconclusive.set(key, (inconclusive.get(key) ?? 0) + 1);
        continue;
      }
      const failure = isFailure(result) ? result : null;
      const same = failure !== null && isSame(failure);
      if (same) onSame(failure);
      tallies.set(key, counted(tallies.get(key) ?? noRuns, failure, same));
    }
  };
  await Promise.all(runners.map(work));
  return keys.map((key) => tallies.get(key) ?? noRuns);
}
