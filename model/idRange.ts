import { pick, type Choose } from './rule.js';
import type { Table } from './table.js';

/** Ids from `from` to `to`, both included: says which rows an UPDATE or DELETE means, also of ids that are learnt later. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** A range that holds at least one row of the table: mostly one row, seldom a few; null where the table is empty. */
export function drawRange(table: Table, choose: Choose): IdRange | null {
  const from = pick(choose, [...table.rows.keys()]);
  if (from === undefined) return null;
  return { from, to: choose.below(3) === 0 ? from + choose.below(10) : from };
}
