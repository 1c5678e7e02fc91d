/** A RANGE partition's upper bound, exclusive; `MAXVALUE` only in the last partition. */
export type Bound = number | 'MAXVALUE';

/** One partition of a `PARTITION BY RANGE(id)` table. */
export interface Partition {
  readonly name: string;
  readonly lessThan: Bound;
}

/** A column beyond `id` and `data`: always `INT NOT NULL DEFAULT n`, so that its value in old rows is known. */
export interface Column {
  readonly name: string;
  readonly default: number;
}

/** A secondary index on one column. */
export interface Index {
  readonly name: string;
  readonly column: string;
}

/** A row: its id, the token of the command that wrote it, and the values of the extra columns in their order. */
export interface Row {
  readonly id: number;
  readonly data: string;
  readonly extra: readonly number[];
}

/**
 * What one table must hold. Every table is `(id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255), …)`.
 * `nextId` is only a guess at AUTO_INCREMENT, good enough to generate with; it is never compared with a server.
 */
export interface Table {
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly partitions: readonly Partition[] | null;
  /** In the order in which they were written, each id once. A list, since every change copies it and a map is slow to copy. */
  readonly rows: readonly Row[];
  readonly nextId: number;
  /** The names of all columns and of all indexes ever added, in order: what `sameNumbering` compares. */
  readonly columnsMade: readonly string[];
  readonly indexesMade: readonly string[];
}

/** The partition that takes `id`, or undefined where the definitions leave it no place. */
export function partitionFor(partitions: readonly Partition[], id: number): Partition | undefined {
  return partitions.find(({ lessThan }) => lessThan === 'MAXVALUE' || id < lessThan);
}

/** Whether bound `a` lies strictly below bound `b`. */
export function isBelow(a: Bound, b: Bound): boolean {
  if (a === 'MAXVALUE') return false;
  return b === 'MAXVALUE' || a < b;
}

/**
 * Whether two tables of one shape gave the same numbers to their columns and indexes. TiDB numbers them as they are
 * added, never uses a number again, and exchanges a partition only where the numbers agree (error 1731,
 * `checkTableDefCompatible` in its pkg/ddl).
 */
export function sameNumbering(a: Table, b: Table): boolean {
  return (
    a.columns.every(({ name }) => a.columnsMade.lastIndexOf(name) === b.columnsMade.lastIndexOf(name)) &&
    a.indexes.every(({ name }) => a.indexesMade.lastIndexOf(name) === b.indexesMade.lastIndexOf(name))
  );
}

/** Whether the table has a row of this id. */
export function hasRow({ rows }: Table, id: number): boolean {
  return rows.some((row) => row.id === id);
}

/** The table with some fields changed. Field by field, since all tables then have one hidden class, which is quick. */
export function changed(table: Table, change: Partial<Table>): Table {
  return {
    columns: change.columns ?? table.columns,
    indexes: change.indexes ?? table.indexes,
    partitions: change.partitions === undefined ? table.partitions : change.partitions,
    rows: change.rows ?? table.rows,
    nextId: change.nextId ?? table.nextId,
    columnsMade: change.columnsMade ?? table.columnsMade,
    indexesMade: change.indexesMade ?? table.indexesMade,
  };
}

/** The rows with other values of the extra columns. Rows that share their values go on sharing them, which is quick. */
export function withExtra(
  rows: readonly Row[],
  change: (extra: readonly number[]) => readonly number[],
): readonly Row[] {
  const changed = new Map<readonly number[], readonly number[]>();
  return rows.map(({ id, data, extra: old }) => {
    let extra = changed.get(old);
    if (extra === undefined) {
      extra = change(old);
      changed.set(old, extra);
    }
    return { id, data, extra };
  });
}
