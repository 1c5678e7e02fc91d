import { drawTable } from '../draw.js';
import { missing } from '../existing.js';
import type { Rule } from '../rule.js';
import { changingTable, tableOf } from '../state.js';
import { withExtra, type Column } from '../table.js';

/** `ALTER TABLE … ADD COLUMN c INT NOT NULL DEFAULT n`, at the end. */
export interface AddColumn {
  readonly kind: 'addColumn';
  readonly table: string;
  readonly column: Column;
}

const NAMES = ['x', 'y', 'z'];

/** Needs the table, without such a column. */
export const addColumn: Rule<AddColumn> = {
  reasons(state, { table, column }) {
    const absent = missing(state, table);
    if (absent.length > 0) return absent;
    const taken = tableOf(state, table).columns.some(({ name }) => name === column.name);
    return taken || column.name === 'id' || column.name === 'data' ? ['duplicateColumn'] : [];
  },
  next: (state, { table, column }) =>
    changingTable(state, table, (old) => ({
      columns: [...old.columns, column],
      columnsMade: [...old.columnsMade, column.name],
      rows: withExtra(old.rows, (extra) => [...extra, column.default]),
    })),
  draw: (state, choose) =>
    drawTable(state, choose, (table) => {
      const taken = tableOf(state, table).columns.map(({ name }) => name);
      const name = NAMES.find((each) => !taken.includes(each));
      if (name === undefined) return null;
      return { kind: 'addColumn', table, column: { name, default: choose.below(3) } };
    }),
  drawFailing: (state, choose) =>
    drawTable(state, choose, (table) => ({ kind: 'addColumn', table, column: { name: 'data', default: 0 } })),
  tables: ({ table }) => [table],
};
