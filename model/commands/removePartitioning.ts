import { drawNormal, drawPartitioned } from '../draw.js';
import { partitionReasons } from '../existing.js';
import type { Rule } from '../rule.js';
import { changingTable } from '../state.js';

/** `ALTER TABLE … REMOVE PARTITIONING`: the rows stay. */
export interface RemovePartitioning {
  readonly kind: 'removePartitioning';
  readonly table: string;
}

/** Needs a table with partitions. */
export const removePartitioning: Rule<RemovePartitioning> = {
  reasons: (state, { table }) => partitionReasons(state, table, () => []),
  next: (state, { table }) => changingTable(state, table, () => ({ partitions: null })),
  draw: (state, choose) => drawPartitioned(state, choose, (table) => ({ kind: 'removePartitioning', table })),
  drawFailing: (state, choose) =>
    drawNormal(state, choose, (table) => ({ kind: 'removePartitioning', table })),
  tables: ({ table }) => [table],
};
