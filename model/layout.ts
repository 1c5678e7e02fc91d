import type { Reason } from './reason.js';
import { isBelow, partitionFor, type Partition, type Table } from './table.js';

/** What is wrong with a list of RANGE partitions as such. */
export function layoutReasons(partitions: readonly Partition[]): readonly Reason[] {
  const reasons = new Set<Reason>();
  const names = new Set<string>();
  let previous: Partition | undefined;
  for (const partition of partitions) {
    if (names.has(partition.name)) reasons.add('duplicatePartition');
    names.add(partition.name);
    if (previous?.lessThan === 'MAXVALUE') reasons.add('aboveMaxvalue');
    else if (previous !== undefined && !isBelow(previous.lessThan, partition.lessThan)) {
      reasons.add('rangeNotIncreasing');
    }
    previous = partition;
  }
  return [...reasons];
}

/** Whether these partitions have a place for every row of the table. */
export function fitReasons(table: Table, partitions: readonly Partition[]): readonly Reason[] {
  for (const { id } of table.rows) {
    if (partitionFor(partitions, id) === undefined) return ['noPartitionForValue'];
  }
  return [];
}
