import { apply, expectation } from '../../../model/apply.js';
import { ruleOf, type Kind } from '../../../model/command.js';
import type { LaneCommand } from '../../../model/commands/concurrently.js';
import { canRunInLane } from '../../../model/laneCommand.js';
import type { Happened, Said } from '../../../model/lanes/happened.js';
import type { Choose } from '../../../model/rule.js';
import { snapshotOf, type RowSeen, type Snapshot, type TableSeen } from '../../../model/snapshot.js';
import type { Space } from '../../../model/space.js';
import { emptyState, type State } from '../../../model/state.js';
import { partitionFor } from '../../../model/table.js';
import { tokenText } from '../../../model/token.js';
import { seeded } from '../seeded.js';
import { endsOf, textOf } from './bruteForce.js';

/** A small block as it may have gone, and ends for it: what it came to, what other orders come to, and what is nearly one of those. */
export interface RandomBlock {
  readonly before: State;
  readonly happened: readonly Happened[];
  readonly candidates: ReadonlyMap<string, Snapshot>;
}

const space: Space = {
  normal: ['t1', 't2'],
  partitioned: ['t3'],
  layouts: [
    [
      { name: 'p0', lessThan: 3 },
      { name: 'p1', lessThan: 5 },
    ],
    [
      { name: 'p0', lessThan: 2 },
      { name: 'p1', lessThan: 'MAXVALUE' },
    ],
  ],
  maxRows: 2,
  maxId: 4,
  maxDelay: 0,
  lanes: [],
};

const KINDS: readonly Kind[] = [
  'createTable',
  'dropTable',
  'recoverTable',
  'truncateTable',
  'renameTable',
  'addPartition',
  'dropPartition',
  'truncatePartition',
  'reorganizePartition',
  'exchangePartition',
  'removePartitioning',
  'partitionBy',
  'addColumn',
  'dropColumn',
  'addIndex',
  'insert',
  'insert',
  'insert',
  'insert',
  'insertAuto',
  'insertAuto',
  'update',
  'delete',
  'transaction',
];

/** Up to three lanes of up to four commands, carried out in one of the orders that their times allow. */
export function randomBlock(seed: number): RandomBlock {
  const choose = seeded(seed);
  let before = emptyState(0);
  const start = 2 + choose.below(5);
  for (let number = 1; number <= start; number++) {
    const command = draw(before, choose, number <= 2 ? ['createTable'] : KINDS);
    if (command !== null && expectation(before, command).kind === 'ok')
      before = apply(before, command, number);
  }
  const lanes = Array.from({ length: 2 + choose.below(2) }, () => 1 + choose.below(4));
  while (lanes.reduce((sum, n) => sum + n, 0) > 7) {
    const longest = lanes.indexOf(Math.max(...lanes));
    lanes[longest] = (lanes[longest] ?? 0) - 1;
  }
  return carryOut(before, lanes, choose, start + 1);
}

interface Running {
  readonly number: number;
  readonly command: LaneCommand;
  readonly began: number;
  said: Said | null;
}

/** Lets the lanes take turns by chance: a lane begins its next command, carries it out, or is told how it ended. */
function carryOut(before: State, lanes: number[], choose: Choose, first: number): RandomBlock {
  const happened: Happened[] = [];
  const running = lanes.map((): Running | null => null);
  const left = [...lanes];
  let state = before;
  let [time, number] = [0, first];
  for (;;) {
    const busy = [...lanes.keys()].filter((lane) => running[lane] !== null || (left[lane] ?? 0) > 0);
    if (busy.length === 0) break;
    const lane = busy[choose.below(busy.length)] ?? 0;
    const now = running[lane] ?? null;
    if (now === null) {
      left[lane] = (left[lane] ?? 0) - 1;
      const command = drawInLane(state, choose);
      if (command !== null) running[lane] = { number: number++, command, began: time++, said: null };
    } else if (now.said === null) {
      [now.said, state] = outcome(state, now, choose);
    } else {
      const ended = now.said.kind === 'unknown' ? Infinity : time++;
      happened.push({ number: now.number, command: now.command, began: now.began, ended, said: now.said });
      running[lane] = null;
    }
  }
  return { before, happened, candidates: candidatesFor(before, happened, state, choose) };
}

function outcome(state: State, { command, number }: Running, choose: Choose): [Said, State] {
  const dice = choose.below(20);
  if (dice === 0) return [{ kind: 'void' }, state];
  const expected = expectation(state, command);
  const first = command.kind === 'insertAuto' ? (state.tables.get(command.table)?.nextId ?? 1) : 0;
  const ids = command.kind === 'insertAuto' ? Array.from({ length: command.rows }, (_, i) => first + i) : [];
  if (expected.kind === 'error') return [{ kind: 'error', reasons: expected.reasons }, state];
  if (command.kind === 'insertAuto') {
    const given = expectation(state, { kind: 'insert', table: command.table, ids });
    if (given.kind === 'error') return [{ kind: 'error', reasons: given.reasons }, state];
  } else {
    if (dice === 1)
      return [{ kind: 'unknown' }, choose.below(2) === 0 ? state : apply(state, command, number)];
    if (expected.kind === 'either' && dice < 10) return [{ kind: 'error', reasons: expected.reasons }, state];
  }
  return [{ kind: 'ok', ids }, apply(state, command, number, ids)];
}

function drawInLane(state: State, choose: Choose): LaneCommand | null {
  const command = draw(state, choose, KINDS);
  return command === null || !canRunInLane(command) ? null : command;
}

function draw(
  state: State,
  choose: Choose,
  kinds: readonly Kind[],
): ReturnType<ReturnType<typeof ruleOf>['draw']> {
  const rule = ruleOf(kinds[choose.below(kinds.length)] ?? 'insert');
  const failing = choose.below(6) === 0 ? (rule.drawFailing?.(state, choose, space) ?? null) : null;
  return failing ?? rule.draw(state, choose, space);
}

/** What it came to, every other end that some order leads to, and each with one thing changed. */
function candidatesFor(
  before: State,
  happened: readonly Happened[],
  end: State,
  choose: Choose,
): ReadonlyMap<string, Snapshot> {
  const candidates = new Map([[textOf(end), snapshotOf(end)]]);
  const add = (seen: Snapshot): void => {
    const sorted = Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1));
    candidates.set(JSON.stringify(sorted), seen);
  };
  for (const text of endsOf(before, happened))
    add(Object.fromEntries(JSON.parse(text) as [string, TableSeen][]));
  for (const seen of [...candidates.values()].slice(0, 4))
    for (const other of changes(seen, happened, choose)) add(other);
  return candidates;
}

function* changes(seen: Snapshot, happened: readonly Happened[], choose: Choose): Generator<Snapshot> {
  for (const [name, table] of Object.entries(seen)) {
    const withRows = (rows: readonly RowSeen[]): Snapshot => ({
      ...seen,
      [name]: { ...table, rows: rows.toSorted((a, b) => a.id - b.id) },
    });
    const place = choose.below(Math.max(table.rows.length, 1));
    const row = table.rows[place];
    if (row !== undefined) {
      yield withRows(table.rows.toSpliced(place, 1));
      const written = happened[choose.below(Math.max(happened.length, 1))]?.number ?? 1;
      yield withRows(table.rows.with(place, { ...row, data: tokenText(written, 1) }));
      for (const [other, there] of Object.entries(seen)) {
        if (other === name || there.rows.some(({ id }) => id === row.id)) continue;
        const moved = {
          ...row,
          partition: partitionOf(there, row.id),
          extra: there.columns.map((c) => c.default),
        };
        yield {
          ...withRows(table.rows.toSpliced(place, 1)),
          [other]: { ...there, rows: [...there.rows, moved].sort((a, b) => a.id - b.id) },
        };
      }
    }
    const written = happened[choose.below(Math.max(happened.length, 1))];
    const id = written?.command.kind === 'insert' ? written.command.ids[0] : 1 + choose.below(4);
    if (id !== undefined && written !== undefined && table.rows.every((each) => each.id !== id)) {
      const extra = table.columns.map((column) => column.default);
      const added = { id, data: tokenText(written.number, 1), extra, partition: partitionOf(table, id) };
      yield withRows([...table.rows, added]);
    }
  }
}

function partitionOf({ partitions }: TableSeen, id: number): string | null {
  return partitions === null ? null : (partitionFor(partitions, id)?.name ?? null);
}
