import { drawTable } from '../draw.js';
import { missing } from '../existing.js';
import { pick, type Rule } from '../rule.js';
import { changingTable, tableOf } from '../state.js';
import type { Index, Table } from '../table.js';

/** `ALTER TABLE … ADD INDEX i (c)`. */
export interface AddIndex {
  readonly kind: 'addIndex';
  readonly table: string;
  readonly index: Index;
}

/** Needs the column, and a free name. */
export const addIndex: Rule<AddIndex> = {
  reasons(state, { table, index }) {
    const absent = missing(state, table);
    if (absent.length > 0) return absent;
    const { indexes } = tableOf(state, table);
    return [
      ...(indexes.some(({ name }) => name === index.name) ? (['duplicateIndex'] as const) : []),
      ...(columnNames(tableOf(state, table)).includes(index.column) ? [] : (['unknownColumn'] as const)),
    ];
  },
  next: (state, { table, index }) =>
    changingTable(state, table, (old) => ({
      indexes: [...old.indexes, index],
      indexesMade: [...old.indexesMade, index.name],
    })),
  draw: (state, choose) =>
    drawTable(state, choose, (table) => {
      const { indexes } = tableOf(state, table);
      const free = columnNames(tableOf(state, table)).filter(
        (column) => !indexes.some(({ name }) => name === `i_${column}`),
      );
      const column = pick(choose, free);
      return column === undefined
        ? null
        : { kind: 'addIndex', table, index: { name: `i_${column}`, column } };
    }),
  drawFailing: (state, choose) =>
    drawTable(state, choose, (table) => ({
      kind: 'addIndex',
      table,
      index: { name: 'i_nope', column: 'nope' },
    })),
  tables: ({ table }) => [table],
};

function columnNames(table: Table): readonly string[] {
  return ['data', ...table.columns.map(({ name }) => name)];
}
