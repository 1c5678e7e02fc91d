import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import type { AnomalyKind } from '../../src/check/anomaly.js';
import type { FaultName } from '../../src/cluster/embedded/faults.js';
import type { Kill } from '../../src/shrink/kills.js';
import { add, create, drop, normal, rows, truncate } from '../model/make.js';

/** What is known beforehand of a fault. */
export interface Known {
  /** What must be reported, and of which table and rows. */
  readonly anomaly: { readonly kind: AnomalyKind; readonly table: string | null; readonly errno?: number };
  readonly ids: readonly number[];
  /** Sequences that show it so and need each of their commands. The first is the one of the public report; the others do with another DDL or order. */
  readonly minima: readonly [readonly Command[], ...(readonly Command[])[]];
  /**
   * What every search is to end in: the simplest sequence of all. Another one only where it is wrong in another way, too far from the
   * first one for the shrinker, and itself not to be made smaller.
   */
  readonly shrinksTo: readonly [Minimum, ...Minimum[]];
}

/** A smallest sequence that shrinking leads to. */
export interface Minimum extends Sequence {
  /** What it shows, where that is not the anomaly of the fault. */
  readonly shows?: Known['anomaly'];
}

const kill = (capture: number, signal: 'KILL' | 'TERM' = 'KILL'): Kill => ({
  kind: 'killCapture',
  capture,
  signal,
  delay: 0,
});
const dropTable: Command = { kind: 'dropTable', table: 't1' };
const truncateTable: Command = { kind: 'truncateTable', table: 't1' };
const exchange: Command = { kind: 'exchangePartition', table: 't1', partition: 'p0', with: 't2' };
const addIndex: Command = { kind: 'addIndex', table: 't1', index: { name: 'i_data', column: 'data' } };
const addColumn: Command = { kind: 'addColumn', table: 't1', column: { name: 'x', default: 0 } };
const rename: Command = { kind: 'renameTable', table: 't1', to: 't2' };
const remove: Command = { kind: 'delete', table: 't1', from: 1, to: 1 };
const both: Command = {
  kind: 'transaction',
  statements: [
    { kind: 'insert', table: 't1', ids: [1] },
    { kind: 'insert', table: 't2', ids: [1] },
  ],
};
const wrongTable = { kind: 'wrongTable', table: 't1' } as const;
const to = (...commands: readonly Command[]): readonly [Minimum] => [{ commands, schedule: 0 }];
const lost = { kind: 'lostRows', table: 't1' } as const;
const one = create('t1', ['p0', 'MAXVALUE']);
const two = create('t1', ['p0', 1], ['p1', 'MAXVALUE']);
const three = create('t1', ['p0', 2], ['p1', 'MAXVALUE']);

/** Every fault that one command after the other can show, by its name. */
export const minima: Readonly<Partial<Record<FaultName, Known>>> = {
  'resume-too-late': {
    anomaly: lost,
    ids: [1],
    minima: [[normal('t1'), rows('t1', 1), kill(1)]],
    shrinksTo: to(normal('t1'), rows('t1', 1), kill(1)),
  },
  'ddl-twice-truncate': {
    anomaly: lost,
    ids: [1],
    minima: [
      [one, truncate('t1', 'p0'), kill(0), rows('t1', 1)],
      [one, truncate('t1', 'p0'), rows('t1', 1), kill(0)],
      [normal('t1'), truncateTable, kill(0), rows('t1', 1)],
      [normal('t1'), truncateTable, rows('t1', 1), kill(0)],
    ],
    shrinksTo: to(normal('t1'), truncateTable, rows('t1', 1), kill(0)),
  },
  'ddl-twice-exchange': {
    anomaly: { kind: 'wrongTable', table: 't2' },
    ids: [1],
    minima: [
      [one, normal('t2'), rows('t1', 1), exchange, kill(0)],
      [one, normal('t2'), rows('t2', 1), exchange, kill(0)],
    ],
    shrinksTo: [
      ...to(one, normal('t2'), rows('t1', 1), exchange, kill(0)),
      // The row is written after the EXCHANGE and goes along when that is undone; the kill must wait until it has been written.
      {
        commands: [one, normal('t2'), exchange, rows('t1', 1), { ...kill(0), delay: 6 }],
        schedule: 0,
        shows: wrongTable,
      },
    ],
  },
  'ddl-twice-drop': {
    anomaly: { kind: 'failed', table: null, errno: 1507 },
    ids: [],
    minima: [
      [two, drop('t1', 'p0'), kill(0)],
      [two, drop('t1', 'p1'), kill(0)],
    ],
    shrinksTo: to(two, drop('t1', 'p0'), kill(0)),
  },
  'truncate-then-insert': {
    anomaly: lost,
    ids: [1],
    minima: [
      [normal('t1'), truncateTable, rows('t1', 1)],
      [one, truncate('t1', 'p0'), rows('t1', 1)],
    ],
    shrinksTo: to(normal('t1'), truncateTable, rows('t1', 1)),
  },
  'new-partition-unwatched': {
    anomaly: lost,
    ids: [1],
    minima: [
      [create('t1', ['p0', 1]), add('t1', ['p1', 'MAXVALUE']), kill(0), rows('t1', 1)],
      [create('t1', ['p0', 1]), add('t1', ['p1', 'MAXVALUE']), rows('t1', 1), kill(0)],
    ],
    shrinksTo: to(create('t1', ['p0', 1]), add('t1', ['p1', 'MAXVALUE']), rows('t1', 1), kill(0)),
  },
  'recover-unwatched': {
    anomaly: lost,
    ids: [1],
    minima: [[normal('t1'), dropTable, { kind: 'recoverTable', table: 't1' }, rows('t1', 1)]],
    shrinksTo: to(normal('t1'), dropTable, { kind: 'recoverTable', table: 't1' }, rows('t1', 1)),
  },
  'exchange-wrong-schema': {
    anomaly: { kind: 'wrongTable', table: 't2' },
    ids: [1],
    minima: [
      [one, normal('t2'), rows('t1', 1), exchange],
      [one, normal('t2'), rows('t2', 1), exchange],
    ],
    shrinksTo: to(one, normal('t2'), rows('t1', 1), exchange),
  },
  'barrier-last-not-first': {
    anomaly: lost,
    ids: [1],
    minima: [[three, kill(1), drop('t1', 'p0'), rows('t1', 1), addIndex]],
    shrinksTo: [
      // The kill only makes the first DDL wait for the second; on these schedules it waits by itself.
      { commands: [three, drop('t1', 'p0'), rows('t1', 1), addIndex], schedule: 27 },
      { commands: [one, normal('t2'), exchange, rows('t1', 1), addIndex], schedule: 38, shows: wrongTable },
    ],
  },
  'stale-epoch': {
    anomaly: lost,
    ids: [2],
    minima: [
      [normal('t1'), rows('t1', 2), kill(1), rows('t1', 1)],
      [normal('t1'), rows('t1', 1), kill(1), rows('t1', 2)],
    ],
    shrinksTo: to(normal('t1'), rows('t1', 1), kill(1), rows('t1', 2)),
  },
  'two-writers': {
    anomaly: { kind: 'extraRows', table: 't1' },
    ids: [1],
    minima: [[normal('t1'), rows('t1', 1), kill(1, 'TERM'), remove]],
    shrinksTo: to(normal('t1'), rows('t1', 1), kill(1, 'TERM'), remove),
  },
  'pass-never-sent': {
    anomaly: { kind: 'stuck', table: null },
    ids: [],
    minima: [
      [normal('t1'), addIndex, kill(0)],
      [normal('t1'), addColumn, kill(0)],
      [normal('t1'), rename, kill(0)],
      [one, normal('t2'), exchange, kill(0)],
    ],
    shrinksTo: to(normal('t1'), addIndex, kill(0)),
  },
  'drop-create-same-name': {
    anomaly: { kind: 'extraRows', table: 't1' },
    ids: [1],
    minima: [[normal('t1'), rows('t1', 1), dropTable, normal('t1'), kill(0)]],
    shrinksTo: to(normal('t1'), rows('t1', 1), dropTable, normal('t1'), kill(0)),
  },
  'ddl-before-dml': {
    anomaly: { kind: 'extraRows', table: 't1' },
    ids: [1],
    minima: [[three, rows('t1', 1), drop('t1', 'p0')]],
    shrinksTo: to(three, rows('t1', 1), drop('t1', 'p0')),
  },
  'partition-moved': {
    anomaly: lost,
    ids: [1],
    minima: [
      [one, kill(1), rows('t1', 1)],
      [create('t1', ['p0', 1], ['p1', 2], ['p2', 'MAXVALUE']), kill(1), rows('t1', 2)],
    ],
    shrinksTo: to(one, kill(1), rows('t1', 1)),
  },
  'split-transaction': {
    anomaly: { kind: 'lostRows', table: 't2' },
    ids: [1],
    minima: [
      [two, normal('t2'), both, kill(1)],
      [two, normal('t2'), kill(1), both],
    ],
    shrinksTo: to(two, normal('t2'), both, kill(1)),
  },
};
