import { drawMissing, drawTable } from '../draw.js';
import { missing } from '../existing.js';
import { drawRange, type IdRange } from '../idRange.js';
import type { Rule } from '../rule.js';
import { changingTable, tableOf } from '../state.js';

/** `DELETE … WHERE id BETWEEN from AND to`. */
export interface Delete extends IdRange {
  readonly kind: 'delete';
  readonly table: string;
}

/** Needs the table; that no row is hit is right as well. */
export const deleteRows: Rule<Delete> = {
  reasons: (state, { table }) => missing(state, table),
  next: (state, { table, from, to }) =>
    changingTable(state, table, ({ rows }) => ({ rows: rows.filter(({ id }) => id < from || id > to) })),
  draw: (state, choose) =>
    drawTable(state, choose, (table) => {
      const range = drawRange(tableOf(state, table), choose);
      return range === null ? null : { kind: 'delete', table, ...range };
    }),
  drawFailing: (state, choose, space) =>
    drawMissing(state, choose, space, (table) => ({ kind: 'delete', table, from: 1, to: 1 })),
  tables: ({ table }) => [table],
};
