import { drawPartitioned, somePartitions } from '../draw.js';
import { namedReasons, partitionReasons, twiceReasons } from '../existing.js';
import type { Rule } from '../rule.js';
import { changingTable } from '../state.js';
import { partitionFor } from '../table.js';

/** `ALTER TABLE … DROP PARTITION p, q`: with the rows in them; the range is taken over by the next one. */
export interface DropPartition {
  readonly kind: 'dropPartition';
  readonly table: string;
  readonly partitions: readonly string[];
}

/** Needs partitions that exist, each named once, and one that stays. */
export const dropPartition: Rule<DropPartition> = {
  reasons: (state, { table, partitions }) =>
    partitionReasons(state, table, (existing) => [
      ...namedReasons(existing, partitions),
      ...twiceReasons(partitions),
      ...(partitions.length >= existing.length ? (['lastPartition'] as const) : []),
    ]),
  next: (state, { table, partitions: names }) =>
    changingTable(state, table, (old) => {
      const existing = old.partitions ?? [];
      return {
        partitions: existing.filter(({ name }) => !names.includes(name)),
        rows: old.rows.filter(({ id }) => !names.includes(partitionFor(existing, id)?.name ?? '')),
      };
    }),
  draw: (state, choose) =>
    drawPartitioned(
      state,
      choose,
      (table, existing) => ({
        kind: 'dropPartition',
        table,
        partitions: somePartitions(existing, choose, existing.length - 1),
      }),
      (existing) => existing.length > 1,
    ),
  drawFailing: (state, choose) =>
    drawPartitioned(state, choose, (table, existing) => ({
      kind: 'dropPartition',
      table,
      partitions: choose.below(2) === 0 ? ['nope'] : existing.map(({ name }) => name),
    })),
  tables: ({ table }) => [table],
};
