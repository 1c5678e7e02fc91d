import type { Row } from '../../../model/table.js';

/** What became of a row: the row as it is now, or null where it is gone. */
export interface RowChange {
  readonly id: number;
  readonly row: Row | null;
}

/**
 * What a DML statement or transaction changed in a table: rows that are new or have changed, then those that are gone.
 * Rows that stay are in the order that they had, and new ones come behind them, so that one walk finds all.
 */
export function changesOf(before: readonly Row[], after: readonly Row[]): readonly RowChange[] {
  const changes: RowChange[] = [];
  const passed: number[] = [];
  let place = 0;
  for (const row of after) {
    let old = before[place++];
    while (old !== undefined && old.id !== row.id) {
      passed.push(old.id);
      old = before[place++];
    }
    if (old !== row) changes.push({ id: row.id, row });
  }
  for (const { id } of before.slice(place)) passed.push(id);
  for (const id of passed) {
    if (!changes.some((change) => change.id === id)) changes.push({ id, row: null });
  }
  return changes;
}
