import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { Lane, LaneCommand } from '../../../model/commands/concurrently.js';
import { TicdcCluster } from '../../../src/cluster/ticdc/ticdcCluster.js';
import { loadWorkload } from '../../../src/conf/workload.js';
import { run } from '../../../src/run/run.js';
import { sequencesFor } from '../../../src/search/arena.js';
import { rows } from '../../model/make.js';
import { CREATE_PARTITIONED } from '../mariadb/driver.js';
import { standIn } from './standInParts.js';

let cluster: TicdcCluster;

beforeAll(async () => {
  const options = { name: 'test', warningAfter: 60_000, changefeed: {} };
  cluster = await TicdcCluster.open(options, async () => (await standIn()).parts);
});

afterAll(() => cluster.close());

it('carries out whole runs, and finds nothing where nothing is wrong', async () => {
  const sequences = fc.sample(sequencesFor(loadWorkload('smoke'), cluster), { numRuns: 6, seed: 1192 });
  for (const sequence of sequences) {
    const commands = sequence.commands.filter(({ kind }) => kind !== 'exchangePartition');
    const { verdict } = await run({ ...sequence, commands }, cluster, { stuckAfter: 30_000, evidence: true });
    expect(verdict).toEqual({ kind: 'passed' });
  }
});

it('runs lanes at once, each on a connection of its own, with kills among them', async () => {
  const lane = (...commands: readonly LaneCommand[]): Lane => ({ offset: 0, commands });
  const rowsOf = (first: number): readonly LaneCommand[] =>
    Array.from({ length: 10 }, (_, i) => ({ kind: 'insert', table: 't', ids: [first + i] }) as const);
  const commands: readonly Command[] = [
    CREATE_PARTITIONED,
    {
      kind: 'concurrently',
      lanes: [
        lane(
          { kind: 'truncatePartition', table: 't', partitions: ['p0'] },
          { kind: 'truncateTable', table: 't' },
          { kind: 'truncatePartition', table: 't', partitions: ['p1'] },
        ),
        lane(...rowsOf(1)),
        lane(...rowsOf(201)),
        lane(
          { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 5 },
          { kind: 'startCapture', capture: 0, delay: 5 },
          { kind: 'killCapture', capture: 1, signal: 'TERM', delay: 5 },
        ),
      ],
    },
    rows('t', 5000),
  ];
  const { verdict, trace } = await run({ commands, schedule: 0 }, cluster, {
    stuckAfter: 30_000,
    evidence: false,
  });
  expect(verdict).toEqual({ kind: 'passed' });
  expect(trace).toHaveLength(1 + 3 + 20 + 3 + 1 + 1);
});
