import { drawTable } from '../draw.js';
import { missing } from '../existing.js';
import { pick, type Rule } from '../rule.js';
import { changingTable, tableOf } from '../state.js';
import { withExtra } from '../table.js';

/** `ALTER TABLE … DROP COLUMN c` of an added column; its indexes go with it. */
export interface DropColumn {
  readonly kind: 'dropColumn';
  readonly table: string;
  readonly column: string;
}

/** Needs a column that was added. */
export const dropColumn: Rule<DropColumn> = {
  reasons(state, { table, column }) {
    const absent = missing(state, table);
    if (absent.length > 0) return absent;
    return tableOf(state, table).columns.some(({ name }) => name === column) ? [] : ['unknownColumn'];
  },
  next: (state, { table, column }) =>
    changingTable(state, table, (old) => {
      const place = old.columns.findIndex(({ name }) => name === column);
      return {
        columns: old.columns.toSpliced(place, 1),
        indexes: old.indexes.filter((index) => index.column !== column),
        rows: withExtra(old.rows, (extra) => extra.toSpliced(place, 1)),
      };
    }),
  draw: (state, choose) =>
    drawTable(state, choose, (table) => {
      const column = pick(choose, tableOf(state, table).columns);
      return column === undefined ? null : { kind: 'dropColumn', table, column: column.name };
    }),
  drawFailing: (state, choose) =>
    drawTable(state, choose, (table) => ({ kind: 'dropColumn', table, column: 'nope' })),
  tables: ({ table }) => [table],
};
