import { drawTable } from '../draw.js';
import { missing } from '../existing.js';
import { withInserted } from '../inserted.js';
import type { Rule } from '../rule.js';
import { changingTable, tableOf } from '../state.js';

/** `INSERT` of rows whose ids AUTO_INCREMENT gives; the model learns them from upstream. */
export interface InsertAuto {
  readonly kind: 'insertAuto';
  readonly table: string;
  readonly rows: number;
}

/** Needs the table; whether the ids have a place is up to the server that gives them. */
export const insertAuto: Rule<InsertAuto> = {
  reasons: (state, { table }) => missing(state, table),
  mayFail(state, { table }) {
    const found = state.tables.get(table);
    if (found === undefined) return [];
    const isOpen = found.partitions === null || found.partitions.at(-1)?.lessThan === 'MAXVALUE';
    return [
      ...(isOpen ? [] : (['noPartitionForValue'] as const)),
      ...(found.rows.length === 0 ? [] : (['duplicateKey'] as const)),
    ];
  },
  next: (state, { table }, number, ids) =>
    changingTable(state, table, (old) => withInserted(old, ids, number)),
  draw: (state, choose, space) =>
    drawTable(state, choose, (table) => {
      const { partitions, nextId } = tableOf(state, table);
      const rows = 1 + choose.below(space.maxRows);
      const last = partitions?.at(-1)?.lessThan ?? 'MAXVALUE';
      if (last !== 'MAXVALUE' && nextId + rows > last) return null;
      return { kind: 'insertAuto', table, rows };
    }),
  tables: ({ table }) => [table],
};
