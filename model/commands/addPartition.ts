import { drawPartitioned, unusedName } from '../draw.js';
import { partitionReasons } from '../existing.js';
import { layoutReasons } from '../layout.js';
import type { Rule } from '../rule.js';
import { changingTable } from '../state.js';
import type { Partition } from '../table.js';

/** `ALTER TABLE … ADD PARTITION (…)`: above the last one. */
export interface AddPartition {
  readonly kind: 'addPartition';
  readonly table: string;
  readonly partitions: readonly Partition[];
}

/** Needs free names, and bounds above the last one, which is not MAXVALUE. */
export const addPartition: Rule<AddPartition> = {
  reasons: (state, { table, partitions }) =>
    partitionReasons(state, table, (existing) => layoutReasons([...existing, ...partitions])),
  next: (state, { table, partitions }) =>
    changingTable(state, table, (old) => ({
      partitions: [...(old.partitions ?? []), ...partitions],
    })),
  draw: (state, choose, space) =>
    drawPartitioned(
      state,
      choose,
      (table, existing) => {
        const last = existing.at(-1)?.lessThan ?? 0;
        if (last === 'MAXVALUE') return null;
        const name = unusedName(existing, 'p');
        const lessThan =
          choose.below(2) === 0 ? 'MAXVALUE' : last + 1 + choose.below(Math.max(space.maxId, 1));
        return { kind: 'addPartition', table, partitions: [{ name, lessThan }] };
      },
      (existing) => existing.at(-1)?.lessThan !== 'MAXVALUE',
    ),
  drawFailing: (state, choose) =>
    drawPartitioned(
      state,
      choose,
      (table, existing) => ({
        kind: 'addPartition',
        table,
        partitions: [{ name: unusedName(existing, 'p'), lessThan: 'MAXVALUE' }],
      }),
      (existing) => existing.at(-1)?.lessThan === 'MAXVALUE',
    ),
  tables: ({ table }) => [table],
};
