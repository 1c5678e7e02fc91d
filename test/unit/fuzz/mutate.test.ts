import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../../model/sequence.js';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { loadWorkload } from '../../../src/conf/workload.js';
import { Guide } from '../../../src/fuzz/guide.js';
import { mutant } from '../../../src/fuzz/mutate.js';
import { stepsOf } from '../../../src/fuzz/repair.js';
import { Sequences } from '../../../src/generate/sequences.js';
import { run } from '../../../src/run/run.js';
import { sequencesSettings } from '../../../src/search/arena.js';
import { seeded } from '../../model/seeded.js';

const cluster = await openEmbedded({ name: 'embedded', faults: [] });

function settingsOf(workload: string): ReturnType<typeof sequencesSettings> {
  return sequencesSettings(loadWorkload(workload), cluster);
}

/** Mutants of mutants of what the workload draws. */
function mutantsOf(workload: string, seed: number): readonly Sequence[] {
  const settings = settingsOf(workload);
  const { space, captures, length } = settings;
  const choose = seeded(seed);
  const found = [...fc.sample(new Sequences(settings), { numRuns: 20, seed })];
  const kinds = ['insert', 'dropTable', 'truncatePartition', 'exchangePartition', 'concurrently'] as const;
  for (let i = 0; i < 60; i++) {
    const [parent, donor] = [found[choose.below(found.length)], found[choose.below(found.length)]];
    if (parent === undefined || donor === undefined) throw new Error('nothing was drawn');
    found.push(mutant(parent, donor, choose, { space, kinds, captures, most: length.max, jitter: false }));
  }
  return found.slice(20);
}

describe.each(['partition-ddl', 'issue-1192'])('mutants of what %s draws', (workload) => {
  it('are the same for the same choices', () => {
    expect(mutantsOf(workload, 3)).toEqual(mutantsOf(workload, 3));
  });

  it('differ from each other and keep to the length', () => {
    const mutants = mutantsOf(workload, 4);
    const { max } = settingsOf(workload).length;
    expect(new Set(mutants.map(({ commands }) => JSON.stringify(commands))).size).toBeGreaterThan(45);
    expect(mutants.filter(({ commands }) => commands.length === 0 || commands.length > max)).toEqual([]);
  });

  it('nearly always apply', () => {
    const steps = mutantsOf(workload, 5).flatMap(({ commands }) => stepsOf(commands, cluster.captures));
    const failing = steps.filter(({ applied }) => !applied).length;
    expect(failing / steps.length).toBeLessThan(0.05);
  });

  it('are no false alarm on a cluster without faults', async () => {
    for (const sequence of mutantsOf(workload, 6)) {
      const { verdict } = await run(sequence, cluster, { stuckAfter: 120_000, evidence: false });
      expect(verdict).toEqual({ kind: 'passed' });
    }
  });
});

describe('a guide', () => {
  it('draws what follows from the seed and from what it learnt, and from nothing else', () => {
    const [one, other] = [new Guide(settingsOf('smoke'), []), new Guide(settingsOf('smoke'), [])];
    const first = one.next(7);
    expect(other.next(7)).toEqual(first);
    expect(one.learn(first, new Set(['b', 'a']))).toEqual(['a', 'b']);
    expect(one.learn(first, new Set(['b', 'c']))).toEqual(['c']);
    other.learn(first, new Set(['b', 'a']));
    other.learn(first, new Set(['b', 'c']));
    expect(one.next(8)).toEqual(other.next(8));
  });

  it('without guidance draws what `cdcheck run` draws first with that seed', () => {
    const [expected] = fc.sample(new Sequences(settingsOf('smoke')), { numRuns: 1, seed: 9 });
    expect(new Guide(settingsOf('smoke'), []).plain(9)).toEqual(expected);
  });
});
