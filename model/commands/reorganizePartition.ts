import { drawPartitioned, unusedName } from '../draw.js';
import { partitionReasons } from '../existing.js';
import { isShrunk, rangeOf, replace, replacementReasons } from '../replacement.js';
import type { Choose, Rule } from '../rule.js';
import { changingTable, tableOf } from '../state.js';
import type { Space } from '../space.js';
import type { Bound, Partition } from '../table.js';

/** `ALTER TABLE … REORGANIZE PARTITION p, q INTO (…)`: splits and merges adjacent partitions; the rows stay. */
export interface ReorganizePartition {
  readonly kind: 'reorganizePartition';
  readonly table: string;
  readonly partitions: readonly string[];
  readonly into: readonly Partition[];
}

/** Needs adjacent partitions, and others in their place that cover the same range. */
export const reorganizePartition: Rule<ReorganizePartition> = {
  reasons: (state, { table, partitions, into }) =>
    partitionReasons(state, table, (existing) =>
      replacementReasons(tableOf(state, table), existing, partitions, into),
    ),
  mayFail: (state, { table, partitions, into }) => {
    const existing = tableOf(state, table).partitions ?? [];
    const replaced = rangeOf(existing, partitions);
    return isShrunk(existing, replaced, into) ? ['rangeChanged'] : [];
  },
  next: (state, { table, partitions, into }) =>
    changingTable(state, table, (old) => {
      const existing = old.partitions ?? [];
      return { partitions: replace(existing, rangeOf(existing, partitions), into) };
    }),
  draw: (state, choose, space) =>
    drawPartitioned(state, choose, (table, existing) => {
      const first = choose.below(existing.length);
      const count = 1 + choose.below(Math.min(existing.length - first, 3));
      const into = drawReplacement(existing, first, count, choose, space);
      const partitions = existing.slice(first, first + count).map(({ name }) => name);
      return { kind: 'reorganizePartition', table, partitions, into };
    }),
  drawFailing: (state, choose) =>
    drawPartitioned(state, choose, (table, existing) => {
      const name = unusedName(existing, 'r');
      if (choose.below(2) === 0) {
        return {
          kind: 'reorganizePartition',
          table,
          partitions: ['nope'],
          into: [{ name, lessThan: 'MAXVALUE' }],
        };
      }
      const chosen = existing[0];
      if (chosen === undefined || existing.length < 2 || chosen.lessThan === 'MAXVALUE') return null;
      const into = [{ name, lessThan: chosen.lessThan + 1 }];
      return { kind: 'reorganizePartition', table, partitions: [chosen.name], into };
    }),
  tables: ({ table }) => [table],
};

/** One to three new partitions over the same range, with names that no partition has. */
function drawReplacement(
  existing: readonly Partition[],
  first: number,
  count: number,
  choose: Choose,
  space: Space,
): readonly Partition[] {
  const floor = existing[first - 1]?.lessThan ?? 0;
  const top = existing[first + count - 1]?.lessThan ?? 'MAXVALUE';
  const low = floor === 'MAXVALUE' ? 0 : floor;
  const high = top === 'MAXVALUE' ? Math.max(low + 2, space.maxId) : top;
  const cuts = new Set<number>();
  for (let wanted = choose.below(3); wanted > 0; wanted--) {
    if (high - low > 1) cuts.add(low + 1 + choose.below(high - low - 1));
  }
  const bounds: Bound[] = [...[...cuts].sort((a, b) => a - b), top];
  const named: Partition[] = [];
  for (const lessThan of bounds) {
    named.push({ name: unusedName([...existing, ...named], 'r'), lessThan });
  }
  return named;
}
