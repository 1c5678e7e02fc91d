import { drawMissing, drawTable } from '../draw.js';
import { missing } from '../existing.js';
import type { Rule } from '../rule.js';
import { changingTable, discarding } from '../state.js';

/** `TRUNCATE TABLE`: AUTO_INCREMENT starts at 1 again. */
export interface TruncateTable {
  readonly kind: 'truncateTable';
  readonly table: string;
}

/** Needs the table; what it held can be recovered. */
export const truncateTable: Rule<TruncateTable> = {
  reasons: (state, { table }) => missing(state, table),
  next: (state, { table }) => changingTable(discarding(state, table), table, () => ({ rows: [], nextId: 1 })),
  draw: (state, choose) => drawTable(state, choose, (table) => ({ kind: 'truncateTable', table })),
  drawFailing: (state, choose, space) =>
    drawMissing(state, choose, space, (table) => ({ kind: 'truncateTable', table })),
  tables: ({ table }) => [table],
};
