import type { State } from './state.js';
import { partitionFor, type Column, type Index, type Partition } from './table.js';

/** A row as it was read from one partition of a table (`null`: the table has no partitions). */
export interface RowSeen {
  readonly id: number;
  readonly data: string | null;
  readonly extra: readonly (number | null)[];
  readonly partition: string | null;
}

/** A table as it was read: definitions in their order, rows by id. A row can stand in two partitions by mistake, so rows are a list. */
export interface TableSeen {
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly partitions: readonly Partition[] | null;
  readonly rows: readonly RowSeen[];
  /** What a server shows of the table that no command asks for, and what it lacks, as text; absent where nothing does. */
  readonly unexpected?: readonly string[];
}

/** All tables of one database at rest, by name. */
export type Snapshot = Readonly<Record<string, TableSeen>>;

/** What a server at rest must show in this state. Rows by id, indexes by name. */
export function snapshotOf(state: State): Snapshot {
  const snapshot: Record<string, TableSeen> = {};
  for (const [name, table] of state.tables) {
    const { columns, partitions } = table;
    const rows = table.rows
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, data, extra }) => ({
        id,
        data,
        extra,
        partition: partitions === null ? null : (partitionFor(partitions, id)?.name ?? null),
      }));
    const indexes = [...table.indexes].sort((a, b) => (a.name < b.name ? -1 : 1));
    snapshot[name] = { columns, indexes, partitions, rows };
  }
  return snapshot;
}

/** Whether two tables have the same columns, indexes and partitions. Index order does not count. */
export function sameDefinition(a: TableSeen, b: TableSeen): boolean {
  return definitionText(a) === definitionText(b);
}

/** A table's definition in one line: `data, x=0 | i_data(data) | p0<200, p1<MAXVALUE`; what is unexpected behind it. */
export function definitionText(table: TableSeen): string {
  const columns = ['id', 'data', ...table.columns.map((column) => `${column.name}=${column.default}`)];
  const indexes = table.indexes.map((index) => `${index.name}(${index.column})`).sort();
  const partitions = table.partitions?.map((partition) => `${partition.name}<${partition.lessThan}`);
  return [
    columns.join(', '),
    indexes.join(', ') || 'no index',
    partitions?.join(', ') ?? 'no partitions',
    ...(table.unexpected ?? []),
  ].join(' | ');
}

/** Whether a database shows just the tables of this state, defined alike; their rows do not matter. */
export function sameDefinitions(state: State, seen: Snapshot): boolean {
  return (
    state.tables.size === Object.keys(seen).length &&
    Object.entries(snapshotOf(state)).every(([name, table]) => {
      const other = seen[name];
      return other !== undefined && sameDefinition(other, table);
    })
  );
}
