import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import { faultNames, type FaultName } from '../../src/cluster/embedded/faults.js';
import { openCluster } from '../../src/cluster/openCluster.js';
import { summaryOf } from '../../src/report/summary.js';
import { run } from '../../src/run/run.js';
import type { SearchResult } from '../../src/search/search.js';
import { toCounterexample } from '../../src/search/toCounterexample.js';
import { failsAs, hunted, isMinimum, planted } from './hunted.js';
import { minima } from './minima.js';
import { options } from './onEmbedded.js';

type Counterexample = Extract<SearchResult, { kind: 'counterexample' }>;

const SEEDS = [1, 2, 3, 4];

/** How many of the sessions fail, each of the smallest sequence that shows the fault. */
async function failures(fault: FaultName, probability: number, sessions: number): Promise<number> {
  const cluster = await openCluster(planted([fault], probability));
  const commands = minima[fault]?.minima[0] ?? [];
  let failed = 0;
  for (let session = 0; session < sessions; session++) {
    const { verdict } = await run({ commands, schedule: 0 }, cluster, options);
    if (verdict.kind === 'failed') failed++;
  }
  return failed;
}

describe('a fault that shows sometimes', () => {
  it.each([0.5, 0.2])(
    'with probability %d fails that share of the runs of one sequence, the same number each time',
    async (probability) => {
      const failed = await failures('resume-too-late', probability, 400);
      expect(Math.abs(failed - probability * 400)).toBeLessThan(40); // four standard deviations
      await expect(failures('resume-too-late', probability, 400)).resolves.toBe(failed);
    },
  );

  it.each([0.5, 0.2])('with probability %d is found, whichever it is', async (probability) => {
    const missed: FaultName[] = [];
    for (const fault of faultNames.filter((name) => minima[name] !== undefined)) {
      const counts = (): boolean => true;
      const { kind } = await hunted({ faults: [fault], probability, seed: 1, counts, shrinks: false });
      if (kind !== 'counterexample') missed.push(fault);
    }
    expect(missed).toEqual([]);
  });

  it('is found again in the one run of the path that was printed', async () => {
    const faults = ['resume-too-late'] as const;
    const hunt = { faults, probability: 0.2, counts: () => true, shrinks: false };
    for (const seed of SEEDS) {
      const first = await hunted({ ...hunt, seed });
      if (first.kind !== 'counterexample') throw new Error(first.kind);
      const again = await hunted({ ...hunt, seed, path: first.found.path });
      expect(again).toMatchObject({ found: { sequence: first.found.sequence } });
    }
  });
});

/**
 * From how many of four seeds at least the search leads to a smallest sequence that is known, to the letter, and from how many to
 * one of the same kinds of commands: where a failure comes and goes, names and ids are not worth many runs.
 */
const cases: readonly (readonly [FaultName, probability: number, exact: number, kinds: number])[] = [
  ['resume-too-late', 0.5, 2, 4],
  ['resume-too-late', 0.2, 3, 4],
  ['ddl-twice-drop', 0.5, 3, 4],
  ['ddl-twice-drop', 0.2, 4, 4],
  ['truncate-then-insert', 0.5, 4, 4],
  ['truncate-then-insert', 0.2, 1, 3],
  ['exchange-wrong-schema', 0.5, 3, 4],
  ['exchange-wrong-schema', 0.2, 1, 4],
  ['ddl-before-dml', 0.5, 4, 4],
  ['ddl-before-dml', 0.2, 1, 3],
  ['partition-moved', 0.5, 3, 4],
  ['partition-moved', 0.2, 1, 4],
];

describe('the search for a fault that shows sometimes', () => {
  it.each(cases)(
    '%s with probability %d ends with a known smallest sequence, and says how often it fails',
    async (fault, probability, exact, kinds) => {
      const counts = await failsAs(fault);
      const found: Counterexample[] = [];
      for (const seed of SEEDS) {
        const result = await hunted({ faults: [fault], probability, seed, counts, shrinks: true });
        if (result.kind === 'counterexample') found.push(result);
      }
      expect(found).toHaveLength(SEEDS.length);
      const shrunk = found.map((each) => each.shrunk.sequence.commands);
      const known = (minima[fault]?.minima ?? []).map(kindsOf);
      expect(shrunk.filter((commands) => isMinimum(fault, commands)).length).toBeGreaterThanOrEqual(exact);
      expect(shrunk.filter((commands) => known.includes(kindsOf(commands))).length).toBeGreaterThanOrEqual(
        kinds,
      );
      for (const each of found) {
        const { failed, runs } = each.shrunk.confirmed;
        expect(failed).toBeGreaterThan(0);
        expect(failed).toBeLessThan(runs);
        await expect(summary(each, fault, probability)).resolves.toContain(
          `; fails ${failed} of ${runs} runs\n`,
        );
      }
    },
  );
});

const kindsOf = (commands: readonly Command[]): string => commands.map(({ kind }) => kind).join();

/** What a person is told. */
async function summary(
  { found, shrunk }: Counterexample,
  fault: FaultName,
  probability: number,
): Promise<string> {
  const conf = planted([fault], probability);
  const cluster = await openCluster(conf);
  const origin = { ...found, seed: 1, workload: 'partition-ddl', shrinking: { runs: 0, steps: [] } };
  const counterexample = toCounterexample(shrunk, origin, conf, cluster);
  return summaryOf({ counterexample, explanation: null, dialect: cluster.dialect }, 'counterexample.json');
}
