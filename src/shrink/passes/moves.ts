import type { Command } from '../../../model/command.js';
import { isDml } from '../../../model/part.js';
import type { Partition } from '../../../model/table.js';
import { replaced } from '../fields.js';
import { swapping } from '../names.js';
import type { Pass } from '../search.js';

/** The partitions of a table, or null where it has none. */
export type Layout = readonly Partition[] | null;

/**
 * Without a command that only gives things another place, as if they had been there from the beginning: without a RENAME, with
 * the names swapped before it; without an EXCHANGE, with the rows before it written to the other table;
 * without a REORGANIZE, with the old partition named after it; without a change of the layout, with a table that was created with
 * that layout. Removing such a command alone would take along all that uses the new place.
 */
export const moves: Pass = function* (sequence) {
  const { commands } = sequence;
  for (const [place, command] of commands.entries()) {
    const rest = withoutMove(command, commands.slice(0, place), commands.slice(place + 1));
    if (rest !== null) yield { ...sequence, commands: rest };
  }
};

function withoutMove(
  command: Command,
  before: readonly Command[],
  after: readonly Command[],
): readonly Command[] | null {
  switch (command.kind) {
    case 'renameTable': {
      const table = swapping(command.table, command.to);
      return [...before.map((each) => replaced(each, { table })), ...after];
    }
    case 'exchangePartition': {
      const table = swapping(command.table, command.with);
      return [...withRowsIn(before, table), ...after];
    }
    case 'reorganizePartition': {
      const made = command.into.map(({ name }) => name);
      const [old] = command.partitions;
      const partition = (name: string): string => (made.includes(name) ? (old ?? name) : name);
      return [...before, ...after.map((each) => replaced(each, { partition }))];
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
  commands: readonly Command[],
  table: string,
  layout: (old: Layout) => Layout,
): readonly Command[] {
  const place = commands.findLastIndex((each) => each.kind === 'createTable' && each.table === table);
  const create = commands[place];
  if (create?.kind !== 'createTable') return commands;
  const partitions = layout(create.partitions);
  return partitions?.length === 0 ? commands : commands.with(place, { ...create, partitions });
}

/** The commands with their rows written to other tables. */
export function withRowsIn(
  commands: readonly Command[],
  table: (name: string) => string,
): readonly Command[] {
  return commands.map((each) => (isDml(each) ? replaced(each, { table }) : each));
}
