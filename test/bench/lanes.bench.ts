import { mkdirSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { apply } from '../../model/apply.js';
import type { Command } from '../../model/command.js';
import type { Lane, LaneCommand } from '../../model/commands/concurrently.js';
import { canRunInLane } from '../../model/laneCommand.js';
import { explainBlock } from '../../model/lanes/explainBlock.js';
import type { Happened } from '../../model/lanes/happened.js';
import { emptyState } from '../../model/state.js';
import { openEmbedded } from '../../src/cluster/embedded/openEmbedded.js';
import { run } from '../../src/run/run.js';
import { said } from '../../src/run/said.js';
import type { Trace } from '../../src/run/trace.js';
import { create, normal } from '../model/make.js';

const BLOCKS = 30;
const INSERT_LANES = 10;
const INSERTS = 25;
const ROWS_OF_INSERT = 10;
const DDLS = 6;
/** Fewer than are sent: some inserts meet a table that is not there. */
const ROWS = 2000;
const MOST_MS = 100;
const REPEATS = 3;

/** All tables of the workload, so that a block has something to work on from the beginning. */
const tables: readonly Command[] = [
  ...['t1', 't2', 't3', 't4', 't5'].map((table) => normal(table)),
  ...['t6', 't7', 't8', 't9', 't10'].map((table) =>
    create(table, ['p0', 200], ['p1', 1000], ['p2', 'MAXVALUE']),
  ),
];

/** What a block did, from the times in the trace: commands that touch in time count as overlapping. */
function happenedIn(trace: Trace, dialect: Parameters<typeof said>[0]): readonly Happened[] {
  return trace.flatMap((entry): Happened[] => {
    if (entry.type !== 'command' || entry.block === undefined || !canRunInLane(entry.command)) return [];
    const { number, command, start, end, outcome } = entry;
    return [{ number, command, began: start, ended: end + 0.5, said: said(dialect, command, outcome) }];
  });
}

const acknowledged = (happened: readonly Happened[]): number =>
  happened.reduce((rows, { said: outcome }) => rows + (outcome.kind === 'ok' ? outcome.ids.length : 0), 0);

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1] ?? NaN;

const normalTable = fc.constantFrom('t1', 't2', 't3', 't4', 't5');
const partitionedTable = fc.constantFrom('t6', 't7', 't8', 't9', 't10');

const normalDdl = normalTable.chain((table) =>
  fc.constantFrom<LaneCommand>(
    { kind: 'truncateTable', table },
    { kind: 'dropTable', table },
    { kind: 'createTable', table, partitions: null },
  ),
);

const partitionDdl = fc
  .tuple(partitionedTable, normalTable)
  .chain(([table, other]) =>
    fc.constantFrom<LaneCommand>(
      { kind: 'truncatePartition', table, partitions: ['p0'] },
      { kind: 'dropPartition', table, partitions: ['p1'] },
      { kind: 'exchangePartition', table, partition: 'p2', with: other },
      { kind: 'reorganizePartition', table, partitions: ['p0'], into: [{ name: 'p0', lessThan: 200 }] },
    ),
  );

const inserts = fc
  .oneof(normalTable, partitionedTable)
  .map((table): LaneCommand => ({ kind: 'insertAuto', table, rows: ROWS_OF_INSERT }));

function laneOf(command: fc.Arbitrary<LaneCommand>, commands: number): fc.Arbitrary<Lane> {
  return fc
    .array(command, { minLength: commands, maxLength: commands })
    .map((drawn) => ({ offset: 0, commands: drawn }));
}

/** The shape: a lane of DDL on normal tables, one of DDL on partitioned ones, ten that insert. */
const blocks = fc
  .tuple(
    laneOf(normalDdl, DDLS),
    laneOf(partitionDdl, DDLS),
    ...Array.from({ length: INSERT_LANES }, () => laneOf(inserts, INSERTS)),
  )
  .map((lanes): Command => ({ kind: 'concurrently', lanes }));

test(`checking a block of 12 lanes that write ${ROWS} rows takes under ${MOST_MS} ms`, async () => {
  const cluster = await openEmbedded({ name: 'embedded', faults: [] });
  const measured: { readonly commands: number; readonly rows: number; readonly ms: number }[] = [];
  for (const [schedule, block] of fc.sample(blocks, { seed: 1192, numRuns: BLOCKS }).entries()) {
    const whole = { commands: [...tables, block, { kind: 'check' } as const], schedule };
    const { trace, verdict } = await run(whole, cluster, { stuckAfter: 120_000, evidence: false });
    const check = trace.findLast((entry) => entry.type === 'check');
    if (verdict.kind !== 'passed' || check === undefined) throw new Error(JSON.stringify(verdict));
    const happened = happenedIn(trace, cluster.dialect);
    const before = tables.reduce((state, each, i) => apply(state, each, i + 1), emptyState(2));
    const times = Array.from({ length: REPEATS }, () => {
      const begun = performance.now();
      expect(explainBlock(before, happened, check.upstream).kind).toBe('explained');
      return performance.now() - begun;
    });
    measured.push({ commands: happened.length, rows: acknowledged(happened), ms: median(times) });
  }
  const times = measured.map(({ ms }) => ms);
  const result = {
    blocks: measured.length,
    commands: median(measured.map(({ commands }) => commands)),
    rows: median(measured.map(({ rows }) => rows)),
    medianMs: median(times),
    worstMs: Math.max(...times),
  };
  console.log(result);
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/lanes-bench.json', `${JSON.stringify(result, null, 2)}\n`);
  expect(result.rows).toBeGreaterThanOrEqual(ROWS);
  expect(Math.max(...times)).toBeLessThan(MOST_MS);
});
