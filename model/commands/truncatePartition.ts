import { drawPartitioned, somePartitions } from '../draw.js';
import { namedReasons, partitionReasons, twiceReasons } from '../existing.js';
import type { Rule } from '../rule.js';
import { changingTable } from '../state.js';
import { partitionFor } from '../table.js';

/** `ALTER TABLE … TRUNCATE PARTITION p, q`. */
export interface TruncatePartition {
  readonly kind: 'truncatePartition';
  readonly table: string;
  readonly partitions: readonly string[];
}

/**
 * Needs partitions that exist. One that is named twice is emptied on TiDB (`TruncateTablePartition` in its pkg/ddl) and refused by
 * MariaDB.
 */
export const truncatePartition: Rule<TruncatePartition> = {
  reasons: (state, { table, partitions }) =>
    partitionReasons(state, table, (existing) => namedReasons(existing, partitions)),
  mayFail: (_, { partitions }) => twiceReasons(partitions),
  next: (state, { table, partitions: names }) =>
    changingTable(state, table, (old) => {
      const existing = old.partitions ?? [];
      return { rows: old.rows.filter(({ id }) => !names.includes(partitionFor(existing, id)?.name ?? '')) };
    }),
  draw: (state, choose) =>
    drawPartitioned(state, choose, (table, existing) => ({
      kind: 'truncatePartition',
      table,
      partitions: somePartitions(existing, choose, existing.length),
    })),
  drawFailing: (state, choose) =>
    drawPartitioned(state, choose, (table) => ({ kind: 'truncatePartition', table, partitions: ['nope'] })),
  tables: ({ table }) => [table],
};
