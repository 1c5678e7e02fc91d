import { pick, type Choose } from './rule.js';
import type { Table } from './table.js';

/** Ids from `from` to `to`, both included: says which rows an UPDATE or DELETE means, also of ids that are learnt later. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** So many ids one after the other, as AUTO_INCREMENT gives them to the rows of one INSERT. */
export function consecutive(first: number, count: number): readonly number[] {
  const ids: number[] = [];
  for (let id = first; id < first + count; id++) ids.push(id);
  return ids;
}

/** A range that holds at least one row of the table: mostly one row, seldom a few; null where the table is empty. */
export function drawRange(table: Table, choose: Choose): IdRange | null {
  const row = pick(choose, table.rows);
  if (row === undefined) return null;
  const from = row.id;
  return { from, to: choose.below(3) === 0 ? from + choose.below(10) : from };
}
