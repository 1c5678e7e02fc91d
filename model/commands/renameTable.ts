import { drawMissing, drawTable } from '../draw.js';
import { missing } from '../existing.js';
import { pick, type Rule } from '../rule.js';
import { tableOf, withoutTable, withTable } from '../state.js';

/** `RENAME TABLE … TO …`. */
export interface RenameTable {
  readonly kind: 'renameTable';
  readonly table: string;
  readonly to: string;
}

/** Needs the table, and a free name. */
export const renameTable: Rule<RenameTable> = {
  reasons: (state, { table, to }) => [
    ...missing(state, table),
    ...(state.tables.has(to) ? (['tableExists'] as const) : []),
  ],
  next: (state, { table, to }) => withTable(withoutTable(state, table), to, tableOf(state, table)),
  draw: (state, choose, space) =>
    drawMissing(state, choose, space, (to) =>
      drawTable(state, choose, (table) => ({ kind: 'renameTable', table, to })),
    ),
  drawFailing(state, choose) {
    const names = [...state.tables.keys()];
    const table = pick(choose, names);
    const to = pick(
      choose,
      names.filter((name) => name !== table),
    );
    return table === undefined || to === undefined ? null : { kind: 'renameTable', table, to };
  },
  tables: ({ table, to }) => [table, to],
};
