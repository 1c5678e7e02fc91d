import { drawTable } from '../draw.js';
import { missing } from '../existing.js';
import { fitReasons, layoutReasons } from '../layout.js';
import { pick, type Rule } from '../rule.js';
import { changingTable, tableOf } from '../state.js';
import type { Partition } from '../table.js';

/** `ALTER TABLE … PARTITION BY RANGE(id) (…)`, of a table with or without partitions. */
export interface PartitionBy {
  readonly kind: 'partitionBy';
  readonly table: string;
  readonly partitions: readonly Partition[];
}

/** Needs the table, and a sound layout with a place for every row. */
export const partitionBy: Rule<PartitionBy> = {
  reasons(state, { table, partitions }) {
    const absent = missing(state, table);
    if (absent.length > 0) return absent;
    const layout = layoutReasons(partitions);
    return layout.length > 0 ? layout : fitReasons(tableOf(state, table), partitions);
  },
  next: (state, { table, partitions }) => changingTable(state, table, () => ({ partitions })),
  draw: (state, choose, space) =>
    drawTable(state, choose, (table) => {
      const fitting = space.layouts.filter(
        (layout) => fitReasons(tableOf(state, table), layout).length === 0,
      );
      const partitions = pick(choose, fitting);
      return partitions === undefined ? null : { kind: 'partitionBy', table, partitions };
    }),
  drawFailing: (state, choose) =>
    drawTable(state, choose, (table) => {
      const highest = Math.max(...tableOf(state, table).rows.map(({ id }) => id));
      if (highest < 2) return null;
      return { kind: 'partitionBy', table, partitions: [{ name: 'p0', lessThan: highest }] };
    }),
  tables: ({ table }) => [table],
};
