import { drawTable } from '../draw.js';
import { missing, namedReasons } from '../existing.js';
import type { Reason } from '../reason.js';
import { pick, type Rule } from '../rule.js';
import { tableOf } from '../state.js';

/** Lets another capture carry the changes of a table, or of one partition of it: a physical table. */
export interface MoveTable {
  readonly kind: 'moveTable';
  readonly table: string;
  /** Null: the table has no partitions. */
  readonly partition: string | null;
  /** The capture that is to carry it. */
  readonly target: number;
}

/** Needs the physical table, and a capture that is alive. */
export const moveTable: Rule<MoveTable> = {
  reasons(state, { table, partition, target }) {
    const reasons: Reason[] = state.alive.includes(target) ? [] : ['captureDead'];
    reasons.push(...missing(state, table));
    const partitions = state.tables.get(table)?.partitions;
    if (partitions === null && partition !== null) reasons.push('notPartitioned');
    if (partitions) reasons.push(...namedReasons(partitions, [partition ?? '']));
    return reasons;
  },
  next: (state) => state,
  draw: (state, choose) =>
    drawTable(state, choose, (table) => {
      const { partitions } = tableOf(state, table);
      const partition = partitions === null ? null : (pick(choose, partitions)?.name ?? null);
      const target = pick(choose, state.alive);
      return target === undefined ? null : { kind: 'moveTable', table, partition, target };
    }),
  tables: ({ table }) => [table],
};
