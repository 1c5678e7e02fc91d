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
      rows: new Map(),
      nextId: 1,
      columnsMade: [],
      indexesMade: [],
    }),
  draw(state, choose, space) {
    const table = pick(
      choose,
      [...space.normal, ...space.partitioned].filter((name) => !state.tables.has(name)),
    );
    if (table === undefined) return null;
    if (!space.partitioned.includes(table)) return { kind: 'createTable', table, partitions: null };
    return { kind: 'createTable', table, partitions: pick(choose, space.layouts) ?? null };
  },
  drawFailing(state, choose) {
    const table = pick(choose, [...state.tables.keys()]);
    return table === undefined ? null : { kind: 'createTable', table, partitions: null };
  },
  tables: ({ table }) => [table],
};
