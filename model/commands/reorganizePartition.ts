import { drawPartitioned, namedReasons, partitionReasons, unusedName } from '../draw.js';
import { layoutReasons } from '../layout.js';
import type { Reason } from '../reason.js';
import type { Choose, Rule } from '../rule.js';
import { changingTable } from '../state.js';
import type { Space } from '../space.js';
import type { Bound, Partition } from '../table.js';

/** `ALTER TABLE … REORGANIZE PARTITION p, q INTO (…)`: splits and merges adjacent partitions; the rows stay. */
export interface ReorganizePartition {
  readonly kind: 'reorganizePartition';
  readonly table: string;
  readonly partitions: readonly string[];
  readonly into: readonly Partition[];
}

export const reorganizePartition: Rule<ReorganizePartition> = {
  reasons: (state, { table, partitions, into }) =>
    partitionReasons(state, table, (existing) => {
      const unknown = namedReasons(existing, partitions);
      if (unknown.length > 0) return unknown;
      const places = partitions.map((name) => existing.findIndex((partition) => partition.name === name));
      const first = Math.min(...places);
      if (places.some((place, offset) => place !== first + offset)) return ['notAdjacent'];
      return replacementReasons(existing, first, partitions.length, into);
    }),
  next: (state, { table, partitions, into }) =>
    changingTable(state, table, (old) => {
      const existing = old.partitions ?? [];
      const first = existing.findIndex(({ name }) => name === partitions[0]);
      return { ...old, partitions: existing.toSpliced(first, partitions.length, ...into) };
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

/** The range that is replaced keeps its bounds, except that the last partition may grow upwards. */
function replacementReasons(
  existing: readonly Partition[],
  first: number,
  count: number,
  into: readonly Partition[],
): readonly Reason[] {
  const layout = layoutReasons(existing.toSpliced(first, count, ...into));
  const old = existing[first + count - 1]?.lessThan;
  const now = into.at(-1)?.lessThan;
  const isLast = first + count === existing.length;
  const grows = isLast && now !== undefined && old !== undefined && !isSmaller(now, old);
  return old === now || grows ? layout : [...new Set<Reason>([...layout, 'rangeChanged'])];
}

function isSmaller(a: Bound, b: Bound): boolean {
  if (a === b || a === 'MAXVALUE') return false;
  return b === 'MAXVALUE' || a < b;
}

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
