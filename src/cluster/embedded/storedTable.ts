import type { RowSeen, TableSeen } from '../../../model/snapshot.js';
import type { Bound, Column, Index, Partition, Row } from '../../../model/table.js';

/** The rows of one partition downstream, by id. A table without partitions has a single one, without a name. */
export interface StoredPart {
  readonly name: string | null;
  readonly lessThan: Bound;
  rows: Map<number, Row>;
}

/** A table downstream. Rows are kept by partition, so that one that came to the wrong place is seen to be there. */
export interface StoredTable {
  columns: readonly Column[];
  indexes: readonly Index[];
  isPartitioned: boolean;
  parts: readonly StoredPart[];
}

/** Why downstream refuses a statement. */
export interface Refusal {
  readonly errno: number;
  readonly message: string;
}

/** Empty partitions of these definitions; null: the one part of a table without partitions. */
export function emptyParts(partitions: readonly Partition[] | null): readonly StoredPart[] {
  if (partitions === null) return [{ name: null, lessThan: 'MAXVALUE', rows: new Map() }];
  return partitions.map(({ name, lessThan }) => ({ name, lessThan, rows: new Map() }));
}

/** The part that takes a row, or undefined where none does. */
export function partFor(parts: readonly StoredPart[], id: number): StoredPart | undefined {
  return parts.find(({ lessThan }) => lessThan === 'MAXVALUE' || id < lessThan);
}

/** The part of this name. */
export function partNamed(table: StoredTable, name: string): StoredPart | undefined {
  return table.isPartitioned ? table.parts.find((part) => part.name === name) : undefined;
}

/** Puts every row of some parts into others; false where one has no place. */
export function moveRows(from: readonly StoredPart[], to: readonly StoredPart[]): boolean {
  for (const { rows } of from) {
    for (const row of rows.values()) {
      const part = partFor(to, row.id);
      if (part === undefined) return false;
      part.rows.set(row.id, row);
    }
  }
  return true;
}

/** Changes the extra values of every row. */
export function changeExtra(
  table: StoredTable,
  change: (extra: readonly number[]) => readonly number[],
): void {
  for (const part of table.parts) {
    const rows = new Map<number, Row>();
    for (const [id, { data, extra }] of part.rows) rows.set(id, { id, data, extra: change(extra) });
    part.rows = rows;
  }
}

/** The table as a reader sees it. */
export function seen({ columns, indexes, isPartitioned, parts }: StoredTable): TableSeen {
  const rows: RowSeen[] = [];
  for (const { name, rows: stored } of parts) {
    for (const { id, data, extra } of stored.values()) rows.push({ id, data, extra, partition: name });
  }
  return {
    columns,
    indexes: [...indexes].sort((a, b) => (a.name < b.name ? -1 : 1)),
    partitions: isPartitioned ? parts.map(({ name, lessThan }) => ({ name: name ?? '', lessThan })) : null,
    rows: rows.sort((a, b) => a.id - b.id),
  };
}
