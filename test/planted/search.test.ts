import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../model/sequence.js';
import type { FaultName } from '../../src/cluster/embedded/faults.js';
import type { Signature } from '../../src/check/signature.js';
import { failsAs, hunted } from './hunted.js';
import { minima } from './minima.js';

const RUNS = 2000;
const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);
const known = Object.keys(minima) as readonly FaultName[];

describe('the partition-ddl workload', () => {
  it.each(known)(`finds %s within ${RUNS} runs from each of 20 seeds`, async (fault) => {
    const hunt = { faults: [fault], probability: 1, runs: RUNS, counts: () => true, shrinks: false };
    const missed: number[] = [];
    for (const seed of seeds) {
      const { kind } = await hunted({ ...hunt, seed });
      if (kind !== 'counterexample') missed.push(seed);
    }
    expect(missed).toEqual([]);
  });
});

/** Accepts the first failure that `accepts` does, and from then on any: what becomes of it is the shrinker's business. */
function fromFirst(accepts: (signature: Signature) => boolean): (signature: Signature) => boolean {
  let isFound = false;
  return (signature) => (isFound ||= accepts(signature));
}

describe('shrinking', () => {
  it.each(known)('takes %s to its minimum from each of 20 seeds', async (fault) => {
    const isKnown = await failsAs(fault);
    const hunt = { faults: [fault], probability: 1, shrinks: true };
    const minimum = (minima[fault]?.shrinksTo ?? []).map(textOf);
    const others: string[] = [];
    for (const seed of seeds) {
      const result = await hunted({ ...hunt, seed, counts: fromFirst(isKnown) });
      const text = result.kind === 'counterexample' ? textOf(result.shrunk.sequence) : result.kind;
      if (!minimum.includes(text)) others.push(`seed ${seed}: ${text}`);
    }
    expect(others).toEqual([]);
  });
});

function textOf({ commands, schedule }: Sequence): string {
  return JSON.stringify({ commands, schedule });
}
