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
  readonly rows: ReadonlyMap<number, Row>;
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

/** The table with these rows added or replaced, and its AUTO_INCREMENT guess moved past them. */
export function withRows(table: Table, rows: readonly Row[]): Table {
  const all = new Map(table.rows);
  let nextId = table.nextId;
  for (const row of rows) {
    all.set(row.id, row);
    if (row.id >= nextId) nextId = row.id + 1;
  }
  return { ...table, rows: all, nextId };
}

/** The rows with other values of the extra columns. Rows that share their values go on sharing them, which is quick. */
export function withExtra(
  rows: ReadonlyMap<number, Row>,
  change: (extra: readonly number[]) => readonly number[],
): ReadonlyMap<number, Row> {
  const changed = new Map<readonly number[], readonly number[]>();
  const all = new Map<number, Row>();
  for (const [id, { data, extra: old }] of rows) {
    let extra = changed.get(old);
    if (extra === undefined) {
      extra = change(old);
      changed.set(old, extra);
    }
    all.set(id, { id, data, extra });
  }
  return all;
}

/** The table with only the rows that `keeps` accepts. */
export function keepingRows(table: Table, keeps: (row: Row) => boolean): Table {
  const rows = new Map<number, Row>();
  for (const [id, row] of table.rows) if (keeps(row)) rows.set(id, row);
  return rows.size === table.rows.size ? table : { ...table, rows };
}
