import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../model/sequence.js';
import type { FaultName } from '../../src/cluster/embedded/faults.js';
import type { SearchResult } from '../../src/search/search.js';
import { failsAs, hunted } from './hunted.js';
import { minima } from './minima.js';

/** Within so many runs the workload must make a fault show in some way. */
const RUNS = 2000;
const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);
const known = Object.keys(minima) as readonly FaultName[];

interface Searched {
  readonly seed: number;
  readonly result: SearchResult;
  /** The first run that failed in any way. */
  readonly firstFailure: number;
}

/** Searches on for a failure of the fault's own kind and shrinks that; from then on any failure counts that the shrinker takes. */
async function searched(fault: FaultName, seed: number): Promise<Searched> {
  const isOwn = await failsAs(fault);
  let firstFailure = Infinity;
  let isFound = false;
  const result = await hunted({
    faults: [fault],
    probability: 1,
    seed,
    counts: (signature, run) => {
      firstFailure = Math.min(firstFailure, run);
      return (isFound ||= isOwn(signature));
    },
    shrinks: true,
  });
  return { seed, result, firstFailure };
}

describe('the partition-ddl workload', () => {
  it.each(known)(
    `finds %s within ${RUNS} runs, and shrinking takes it to its minimum, from each of 20 seeds`,
    async (fault) => {
      const minimum = (minima[fault]?.shrinksTo ?? []).map(textOf);
      const missed: number[] = [];
      const others: string[] = [];
      for (const seed of seeds) {
        const { result, firstFailure } = await searched(fault, seed);
        if (firstFailure > RUNS) missed.push(seed);
        const text = result.kind === 'counterexample' ? textOf(result.shrunk.sequence) : result.kind;
        if (!minimum.includes(text)) others.push(`seed ${seed}: ${text}`);
      }
      expect({ missed, others }).toEqual({ missed: [], others: [] });
    },
  );
});

function textOf({ commands, schedule }: Sequence): string {
  return JSON.stringify({ commands, schedule });
}
