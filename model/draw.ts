import { pick, type Choose } from './rule.js';
import type { Space } from './space.js';
import type { State } from './state.js';
import type { Partition } from './table.js';

/** A command on any table that exists. */
export function drawTable<C>(state: State, choose: Choose, make: (table: string) => C | null): C | null {
  const table = pick(choose, [...state.tables.keys()]);
  return table === undefined ? null : make(table);
}

/** A command on a table that exists and has no partitions. */
export function drawNormal<C>(state: State, choose: Choose, make: (table: string) => C | null): C | null {
  const names = [...state.tables].filter(([, { partitions }]) => partitions === null).map(([name]) => name);
  const table = pick(choose, names);
  return table === undefined ? null : make(table);
}

/** A command on a partitioned table, of those that `fits` accepts. */
export function drawPartitioned<C>(
  state: State,
  choose: Choose,
  make: (table: string, existing: readonly Partition[]) => C | null,
  fits: (existing: readonly Partition[]) => boolean = () => true,
): C | null {
  const found: [string, readonly Partition[]][] = [];
  for (const [name, { partitions }] of state.tables) {
    if (partitions !== null && fits(partitions)) found.push([name, partitions]);
  }
  const chosen = pick(choose, found);
  return chosen === undefined ? null : make(...chosen);
}

/** A command on a table that does not exist. */
export function drawMissing<C>(
  state: State,
  choose: Choose,
  space: Space,
  make: (table: string) => C | null,
): C | null {
  const free = [...space.normal, ...space.partitioned].filter((name) => !state.tables.has(name));
  const table = pick(choose, free);
  return table === undefined ? null : make(table);
}

/** Names of one partition, seldom of several, at most `most`, in their order. */
export function somePartitions(
  existing: readonly Partition[],
  choose: Choose,
  most: number,
): readonly string[] {
  const names = existing.map(({ name }) => name);
  const count = choose.below(4) === 0 ? 1 + choose.below(Math.max(most, 1)) : 1;
  while (names.length > count) names.splice(choose.below(names.length), 1);
  return names;
}

/** The first of p0, p1, … (or with another prefix) that no partition has. */
export function unusedName(existing: readonly Partition[], prefix: string): string {
  let number = 0;
  while (existing.some(({ name }) => name === `${prefix}${String(number)}`)) number++;
  return `${prefix}${String(number)}`;
}
