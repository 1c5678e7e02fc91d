import type { Partition } from '../../../model/table.js';
import type { Ddl } from '../../../model/part.js';
import type { Downstream } from './downstream.js';
import {
  emptyParts,
  moveRows,
  partFor,
  partNamed,
  type Refusal,
  type StoredPart,
  type StoredTable,
} from './storedTable.js';

type PartitionDdl = Extract<
  Ddl,
  {
    kind:
      | 'addPartition'
      | 'dropPartition'
      | 'truncatePartition'
      | 'reorganizePartition'
      | 'exchangePartition'
      | 'removePartitioning'
      | 'partitionBy';
  }
>;

/** Executes a DDL on partitions downstream, or says why it is refused. */
export function repartition(downstream: Downstream, table: StoredTable, ddl: PartitionDdl): Refusal | null {
  if (ddl.kind === 'partitionBy') return layOut(table, ddl.partitions);
  if (!table.isPartitioned) {
    return { errno: 1505, message: 'partition management on a not partitioned table is not possible' };
  }
  switch (ddl.kind) {
    case 'removePartitioning':
      return layOut(table, null);
    case 'addPartition':
      return addPartitions(table, ddl.partitions);
    case 'dropPartition':
      if (!hasAll(table, ddl.partitions)) return unknown(1507);
      if (ddl.partitions.length >= table.parts.length) {
        return { errno: 1508, message: 'cannot remove all partitions, use DROP TABLE instead' };
      }
      table.parts = table.parts.filter(({ name }) => !ddl.partitions.includes(name ?? ''));
      return null;
    case 'truncatePartition':
      if (!hasAll(table, ddl.partitions)) return unknown(1735);
      for (const name of ddl.partitions) partNamed(table, name)?.rows.clear();
      return null;
    case 'reorganizePartition':
      return reorganize(table, ddl.partitions, ddl.into);
    case 'exchangePartition':
      return exchange(table, ddl.partition, downstream.tables.get(ddl.with));
  }
}

function unknown(errno: number): Refusal {
  return { errno, message: 'unknown partition, or error in the list of partitions' };
}

function hasAll(table: StoredTable, names: readonly string[]): boolean {
  return names.every((name) => partNamed(table, name) !== undefined);
}

function addPartitions(table: StoredTable, added: readonly Partition[]): Refusal | null {
  if (added.some(({ name }) => partNamed(table, name) !== undefined)) {
    return { errno: 1517, message: 'duplicate partition name' };
  }
  if (table.parts.at(-1)?.lessThan === 'MAXVALUE') {
    return { errno: 1481, message: 'MAXVALUE can only be used in the last partition' };
  }
  table.parts = [...table.parts, ...emptyParts(added)];
  return null;
}

/** Moves all rows into a new layout. */
function layOut(table: StoredTable, partitions: readonly Partition[] | null): Refusal | null {
  const parts = emptyParts(partitions);
  if (!moveRows(table.parts, parts)) return { errno: 1526, message: 'table has no partition for a row' };
  table.parts = parts;
  table.isPartitioned = partitions !== null;
  return null;
}

function reorganize(
  table: StoredTable,
  names: readonly string[],
  into: readonly Partition[],
): Refusal | null {
  if (!hasAll(table, names)) return unknown(1567);
  const replaced = table.parts.filter(({ name }) => names.includes(name ?? ''));
  const first = table.parts.findIndex((part) => replaced.includes(part));
  const kept = table.parts.filter((part) => !replaced.includes(part));
  if (into.some(({ name }) => kept.some((part) => part.name === name))) {
    return { errno: 1517, message: 'duplicate partition name' };
  }
  const parts = table.parts.toSpliced(first, replaced.length, ...emptyParts(into));
  if (!moveRows(replaced, parts)) return { errno: 1526, message: 'table has no partition for a row' };
  table.parts = parts;
  return null;
}

function exchange(table: StoredTable, partition: string, other: StoredTable | undefined): Refusal | null {
  if (other === undefined) return { errno: 1146, message: 'the table to exchange with does not exist' };
  const [here, there] = [partNamed(table, partition), other.parts[0]];
  if (here === undefined || there === undefined) return unknown(1735);
  if (other.isPartitioned || !haveSameShape(table, other)) {
    return { errno: 1736, message: 'tables have different definitions' };
  }
  if (!allBelongTo(table.parts, here, there)) {
    return { errno: 1737, message: 'found a row that does not match the partition' };
  }
  [here.rows, there.rows] = [there.rows, here.rows];
  return null;
}

function allBelongTo(parts: readonly StoredPart[], here: StoredPart, { rows }: StoredPart): boolean {
  for (const id of rows.keys()) if (partFor(parts, id) !== here) return false;
  return true;
}

function haveSameShape(a: StoredTable, b: StoredTable): boolean {
  return (
    a.columns.length === b.columns.length &&
    a.columns.every(({ name }, i) => name === b.columns[i]?.name) &&
    a.indexes.length === b.indexes.length &&
    a.indexes.every((index) =>
      b.indexes.some(({ name, column }) => name === index.name && column === index.column),
    )
  );
}
