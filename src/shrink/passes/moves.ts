import type { Command } from '../../../model/command.js';
import { numbered, type SingleCommand } from '../../../model/numbered.js';
import { isDml } from '../../../model/part.js';
import type { Partition } from '../../../model/table.js';
import { replaced } from '../fields.js';
import { commandsOf, leavesOf, type Leaf } from '../leaves.js';
import { swapping } from '../names.js';
import type { Pass } from '../search.js';

/** The partitions of a table, or null where it has none. */
export type Layout = readonly Partition[] | null;

/**
 * Without a command that only gives things another place, as if they had been there from the beginning: without a RENAME, with
 * the names swapped before it; without an EXCHANGE, with the rows before it written to the other table;
 * without a REORGANIZE, with the old partition named after it; without a change of the layout, with a table that was created with
 * that layout. Removing such a command alone would take along all that uses the new place. In a block, what is written before it counts as
 * before it.
 */
export const moves: Pass = function* (sequence) {
  const leaves = leavesOf(sequence.commands);
  for (const { number, command } of numbered(sequence.commands)) {
    const rest = withoutMove(command, leaves.slice(0, number - 1), leaves.slice(number));
    if (rest !== null) yield { ...sequence, commands: commandsOf(rest) };
  }
};

function withoutMove(
  command: SingleCommand,
  before: readonly Leaf[],
  after: readonly Leaf[],
): readonly Leaf[] | null {
  switch (command.kind) {
    case 'renameTable': {
      const table = swapping(command.table, command.to);
      return [...changed(before, (each) => replaced(each, { table })), ...after];
    }
    case 'exchangePartition': {
      const table = swapping(command.table, command.with);
      return [...withRowsIn(before, table), ...after];
    }
    case 'reorganizePartition': {
      const made = command.into.map(({ name }) => name);
      const [old] = command.partitions;
      const partition = (name: string): string => (made.includes(name) ? (old ?? name) : name);
      return [...before, ...changed(after, (each) => replaced(each, { partition }))];
    }
    case 'removePartitioning':
      return [...created(before, command.table, () => null), ...after];
    case 'partitionBy':
      return [...created(before, command.table, () => command.partitions), ...after];
    case 'addPartition':
      return [...created(before, command.table, (old) => [...(old ?? []), ...command.partitions]), ...after];
    case 'dropPartition': {
      const kept = ({ name }: Partition): boolean => !command.partitions.includes(name);
      return [...created(before, command.table, (old) => old?.filter(kept) ?? null), ...after];
    }
    default:
      return null;
  }
}

/** The commands with the table's latest CREATE TABLE giving it another layout, as long as that has a partition left. */
export function created(
  leaves: readonly Leaf[],
  table: string,
  layout: (old: Layout) => Layout,
): readonly Leaf[] {
  const creates = ({ command }: Leaf): boolean => command.kind === 'createTable' && command.table === table;
  const place = leaves.findLastIndex(creates);
  const latest = leaves[place];
  if (latest?.command.kind !== 'createTable') return leaves;
  const partitions = layout(latest.command.partitions);
  if (partitions?.length === 0) return leaves;
  return leaves.with(place, { ...latest, command: { ...latest.command, partitions } });
}

/** The commands with their rows written to other tables. */
export function withRowsIn(leaves: readonly Leaf[], table: (name: string) => string): readonly Leaf[] {
  return changed(leaves, (each) => (isDml(each) ? replaced(each, { table }) : each));
}

function changed(leaves: readonly Leaf[], change: <C extends Command>(each: C) => C): readonly Leaf[] {
  return leaves.map((leaf) => ({ ...leaf, command: change(leaf.command) }));
}
