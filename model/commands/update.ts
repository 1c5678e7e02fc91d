import { drawMissing, drawTable } from '../draw.js';
import { missing } from '../existing.js';
import { drawRange, type IdRange } from '../idRange.js';
import type { Rule } from '../rule.js';
import { changingTable, tableOf } from '../state.js';
import { tokenText } from '../token.js';

/** `UPDATE … SET data = … WHERE id BETWEEN from AND to`: all of them get the token of the command's first row. */
export interface Update extends IdRange {
  readonly kind: 'update';
  readonly table: string;
}

/** Needs the table; that no row is hit is right as well. */
export const update: Rule<Update> = {
  reasons: (state, { table }) => missing(state, table),
  next: (state, { table, from, to }, number) =>
    changingTable(state, table, (old) => {
      const data = tokenText(number, 1);
      const isHit = (id: number): boolean => id >= from && id <= to;
      return { rows: old.rows.map((row) => (isHit(row.id) ? { id: row.id, data, extra: row.extra } : row)) };
    }),
  draw: (state, choose) =>
    drawTable(state, choose, (table) => {
      const range = drawRange(tableOf(state, table), choose);
      return range === null ? null : { kind: 'update', table, ...range };
    }),
  drawFailing: (state, choose, space) =>
    drawMissing(state, choose, space, (table) => ({ kind: 'update', table, from: 1, to: 1 })),
  tables: ({ table }) => [table],
};
