import { drawMissing, drawTable } from '../draw.js';
import { missing } from '../existing.js';
import type { Rule } from '../rule.js';
import { discarding, withoutTable } from '../state.js';

/** `DROP TABLE`. */
export interface DropTable {
  readonly kind: 'dropTable';
  readonly table: string;
}

/** Needs the table; what it held can be recovered. */
export const dropTable: Rule<DropTable> = {
  reasons: (state, { table }) => missing(state, table),
  next: (state, { table }) => withoutTable(discarding(state, table), table),
  draw: (state, choose) => drawTable(state, choose, (table) => ({ kind: 'dropTable', table })),
  drawFailing: (state, choose, space) =>
    drawMissing(state, choose, space, (table) => ({ kind: 'dropTable', table })),
  tables: ({ table }) => [table],
};
