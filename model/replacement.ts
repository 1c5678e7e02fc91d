import { namedReasons, twiceReasons } from './existing.js';
import { fitReasons, layoutReasons } from './layout.js';
import type { Reason } from './reason.js';
import { isBelow, type Partition, type Table } from './table.js';

/** Partitions next to each other, as places in the list of all: `first` and those up to `end`, exclusive. */
export interface PartitionRange {
  readonly first: number;
  readonly end: number;
}

/** From the lowest to the highest of the named partitions, in whatever order they are named. */
export function rangeOf(existing: readonly Partition[], names: readonly string[]): PartitionRange {
  const isNamed = ({ name }: Partition): boolean => names.includes(name);
  return { first: Math.max(existing.findIndex(isNamed), 0), end: existing.findLastIndex(isNamed) + 1 };
}

/** The partitions after `into` has taken the place of a range of them. */
export function replace(
  existing: readonly Partition[],
  { first, end }: PartitionRange,
  into: readonly Partition[],
): readonly Partition[] {
  return existing.toSpliced(first, end - first, ...into);
}

/** Reasons against replacing the named partitions of a table by others, as REORGANIZE does. */
export function replacementReasons(
  table: Table,
  existing: readonly Partition[],
  names: readonly string[],
  into: readonly Partition[],
): readonly Reason[] {
  const range = rangeOf(existing, names);
  const known = existing.filter(({ name }) => names.includes(name)).length;
  const reasons = new Set<Reason>(namedReasons(existing, names));
  for (const reason of twiceReasons(names)) reasons.add(reason);
  if (names.length > existing.length) reasons.add('tooManyPartitions');
  if (known > 0 && known !== range.end - range.first) reasons.add('notAdjacent');
  if (layoutReasons(into).includes('aboveMaxvalue')) reasons.add('aboveMaxvalue');
  if (reasons.size > 0) return [...reasons];

  const layout = replace(existing, range, into);
  const isLast = range.end === existing.length;
  if (layoutReasons(layout).includes('duplicatePartition')) reasons.add('duplicatePartition');
  if (!isIncreasing(layout, existing.at(-1)?.lessThan === 'MAXVALUE')) reasons.add('rangeNotIncreasing');
  if (!isLast && into.at(-1)?.lessThan === 'MAXVALUE') reasons.add('maxvalueNotLast');
  if (!isLast && into.at(-1)?.lessThan !== existing[range.end - 1]?.lessThan) reasons.add('rangeChanged');
  if (isShrunk(existing, range, into)) {
    const misfits = fitReasons(table, layout);
    if (misfits.length > 0 || layoutReasons(layout).length > 0) reasons.add('rangeChanged');
    for (const reason of misfits) reasons.add(reason);
  }
  return [...reasons];
}

/**
 * Whether the last partition loses a part of its range. MariaDB refuses that (1520); TiDB does it where every row
 * still has a place (`checkReorgPartitionDefs` in its pkg/ddl). To let it grow is right on both.
 */
export function isShrunk(
  existing: readonly Partition[],
  { end }: PartitionRange,
  into: readonly Partition[],
): boolean {
  const [now, old] = [into.at(-1)?.lessThan, existing.at(-1)?.lessThan];
  return end === existing.length && now !== undefined && old !== undefined && isBelow(now, old);
}

/**
 * Whether each bound lies above the one before. Where the table had a MAXVALUE, MariaDB does not look at the last
 * bound here (measured on 10.11.19): that the range has changed is found later.
 */
function isIncreasing(layout: readonly Partition[], hadMaxvalue: boolean): boolean {
  const compared = hadMaxvalue ? layout.slice(0, -1) : layout;
  return compared.every(({ lessThan }, place) => {
    const before = compared[place - 1];
    return before === undefined || isBelow(before.lessThan, lessThan);
  });
}
