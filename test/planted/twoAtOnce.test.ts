import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import type { FaultName } from '../../src/cluster/embedded/faults.js';
import { failsAs, hunted, isMinimum } from './hunted.js';

const SEEDS = [1, 2, 3, 4];

/** Two faults, and from how many of the seeds at least the search leads to a smallest sequence that is known of one of them. */
const pairs: readonly (readonly [FaultName, FaultName, least: number])[] = [
  ['resume-too-late', 'exchange-wrong-schema', 4],
  ['partition-moved', 'ddl-before-dml', 4],
  ['truncate-then-insert', 'ddl-twice-drop', 3],
  ['recover-unwatched', 'pass-never-sent', 3],
];

/** The shrunk commands of a search for failures of these faults' own kinds. */
async function shrunkOf(faults: readonly FaultName[], seed: number): Promise<readonly Command[]> {
  const accepting = await Promise.all(faults.map(failsAs));
  const result = await hunted({
    faults,
    probability: 1,
    seed,
    counts: (signature) => accepting.some((accepts) => accepts(signature)),
    shrinks: true,
  });
  return result.kind === 'counterexample' ? result.shrunk.sequence.commands : [];
}

describe('of two faults at once', () => {
  it.each(pairs)('%s and %s one is shrunk to its minimum, and without it the other', async (a, b, least) => {
    const first: FaultName[] = [];
    const then: FaultName[] = [];
    for (const seed of SEEDS) {
      const commands = await shrunkOf([a, b], seed);
      const found = [a, b].find((fault) => isMinimum(fault, commands));
      if (found === undefined) continue;
      first.push(found);
      const other = found === a ? b : a;
      if (isMinimum(other, await shrunkOf([other], seed))) then.push(other);
    }
    expect(first.length).toBeGreaterThanOrEqual(least);
    expect(then).toHaveLength(first.length);
  });

  it('neither hides the other for good', async () => {
    const faults: readonly FaultName[] = ['truncate-then-insert', 'ddl-twice-drop'];
    const found = await Promise.all(SEEDS.map((seed) => shrunkOf(faults, seed)));
    const minima = faults.filter((fault) => found.some((commands) => isMinimum(fault, commands)));
    expect(minima).toEqual(faults);
  });
});
