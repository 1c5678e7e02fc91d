import type { Command } from '../../model/command.js';
import type { Bound, Partition } from '../../model/table.js';

type Parts = (readonly [name: string, lessThan: Bound])[];

/** A layout in one line: `layout(['p0', 200], ['p1', 'MAXVALUE'])`. */
export function layout(...parts: Parts): readonly Partition[] {
  return parts.map(([name, lessThan]) => ({ name, lessThan }));
}

/** CREATE TABLE without partitions. */
export function normal(table: string): Command {
  return { kind: 'createTable', table, partitions: null };
}

/** CREATE TABLE with these partitions. */
export function create(table: string, ...parts: Parts): Command {
  return { kind: 'createTable', table, partitions: layout(...parts) };
}

/** INSERT of given ids. */
export function rows(table: string, ...ids: number[]): Command {
  return { kind: 'insert', table, ids };
}

/** ADD PARTITION. */
export function add(table: string, ...parts: Parts): Command {
  return { kind: 'addPartition', table, partitions: layout(...parts) };
}

/** DROP PARTITION. */
export function drop(table: string, ...partitions: string[]): Command {
  return { kind: 'dropPartition', table, partitions };
}

/** TRUNCATE PARTITION. */
export function truncate(table: string, ...partitions: string[]): Command {
  return { kind: 'truncatePartition', table, partitions };
}

/** REORGANIZE PARTITION. */
export function reorganize(table: string, partitions: readonly string[], ...into: Parts): Command {
  return { kind: 'reorganizePartition', table, partitions, into: layout(...into) };
}

/** EXCHANGE PARTITION. */
export function exchange(table: string, partition: string, other: string): Command {
  return { kind: 'exchangePartition', table, partition, with: other };
}

/** PARTITION BY. */
export function partitionBy(table: string, ...parts: Parts): Command {
  return { kind: 'partitionBy', table, partitions: layout(...parts) };
}

/** ADD COLUMN. */
export function addColumn(table: string, name: string, value = 0): Command {
  return { kind: 'addColumn', table, column: { name, default: value } };
}

/** ADD INDEX. */
export function addIndex(table: string, name: string, column: string): Command {
  return { kind: 'addIndex', table, index: { name, column } };
}
