import type { Reason } from './reason.js';
import type { State } from './state.js';
import type { Partition } from './table.js';

/** The reason against a statement on a table that is not there. */
export function missing(state: State, table: string): readonly Reason[] {
  return state.tables.has(table) ? [] : ['missingTable'];
}

/** Reasons against a partition DDL: the table must be there and partitioned, then `more` looks at its partitions. */
export function partitionReasons(
  state: State,
  table: string,
  more: (existing: readonly Partition[]) => readonly Reason[],
): readonly Reason[] {
  const found = state.tables.get(table);
  if (found === undefined) return ['missingTable'];
  return found.partitions === null ? ['notPartitioned'] : more(found.partitions);
}

/** The reason against partition names that the table does not have. */
export function namedReasons(existing: readonly Partition[], names: readonly string[]): readonly Reason[] {
  return names.every((name) => existing.some((partition) => partition.name === name))
    ? []
    : ['unknownPartition'];
}

/** The reason against naming a partition twice. */
export function twiceReasons(names: readonly string[]): readonly Reason[] {
  return names.some((name, place) => names.indexOf(name) < place) ? ['partitionTwice'] : [];
}
