import type { RowSeen, TableSeen } from '../../model/snapshot.js';

/** How the rows of one table differ between the side that is right and the side that is looked at. */
export interface RowDifferences {
  /** Rows that should be there and are not. */
  readonly lost: readonly RowSeen[];
  /** Rows that are there and should not be, second copies of an id included. */
  readonly extra: readonly RowSeen[];
  /** Rows whose values differ. */
  readonly changed: readonly { readonly right: RowSeen; readonly seen: RowSeen }[];
  /** Rows with the right values in another partition. */
  readonly moved: readonly { readonly right: RowSeen; readonly seen: RowSeen }[];
}

/** Compares the rows of a table, by id. `partitions`: whether the partition of each row counts. */
export function rowDifferences(right: TableSeen, seen: TableSeen, partitions: boolean): RowDifferences {
  const lost: RowSeen[] = [];
  const extra: RowSeen[] = [];
  const changed: { right: RowSeen; seen: RowSeen }[] = [];
  const moved: { right: RowSeen; seen: RowSeen }[] = [];
  const unmatched = new Map<number, RowSeen[]>();
  for (const row of seen.rows) {
    const same = unmatched.get(row.id);
    if (same === undefined) unmatched.set(row.id, [row]);
    else same.push(row);
  }
  for (const row of right.rows) {
    const candidates = unmatched.get(row.id) ?? [];
    const match = candidates.findIndex((each) => sameValues(each, row) && each.partition === row.partition);
    const found = candidates.splice(Math.max(match, 0), 1)[0];
    if (found === undefined) lost.push(row);
    else if (!sameValues(found, row)) changed.push({ right: row, seen: found });
    else if (partitions && found.partition !== row.partition) moved.push({ right: row, seen: found });
  }
  for (const rows of unmatched.values()) extra.push(...rows);
  return { lost, extra, changed, moved };
}

function sameValues(a: RowSeen, b: RowSeen): boolean {
  return (
    a.data === b.data &&
    a.extra.length === b.extra.length &&
    a.extra.every((value, i) => value === b.extra[i])
  );
}
