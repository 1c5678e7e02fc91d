import { drawMissing, drawTable } from '../draw.js';
import { pick, type Rule } from '../rule.js';
import { withTable } from '../state.js';
import type { Partition } from '../table.js';
import { layoutReasons } from '../layout.js';

/** `CREATE TABLE`: `id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)`, with or without RANGE partitions. */
export interface CreateTable {
  readonly kind: 'createTable';
  readonly table: string;
  readonly partitions: readonly Partition[] | null;
}

/** Needs a free name and, for partitions, a sound layout. */
export const createTable: Rule<CreateTable> = {
  reasons: (state, { table, partitions }) => [
    ...(state.tables.has(table) ? (['tableExists'] as const) : []),
    ...(partitions === null ? [] : layoutReasons(partitions)),
  ],
  next: (state, { table, partitions }) =>
    withTable(state, table, {
      columns: [],
      indexes: [],
      partitions,
      rows: [],
      nextId: 1,
      columnsMade: [],
      indexesMade: [],
    }),
  draw: (state, choose, space) =>
    drawMissing(state, choose, space, (table) => {
      const isPartitioned = space.partitioned.includes(table);
      const partitions = isPartitioned ? (pick(choose, space.layouts) ?? null) : null;
      return { kind: 'createTable', table, partitions };
    }),
  drawFailing: (state, choose) =>
    drawTable(state, choose, (table) => ({ kind: 'createTable', table, partitions: null })),
  tables: ({ table }) => [table],
};
