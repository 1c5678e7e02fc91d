import type { Command } from '../../../model/command.js';
import type { Partition } from '../../../model/table.js';
import { replaced } from '../fields.js';
import type { Pass } from '../search.js';

type Layout = readonly Partition[] | null;

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
      return [...before.map((each) => (writesRows(each) ? replaced(each, { table }) : each)), ...after];
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

/** The commands with the table's latest CREATE TABLE giving it another layout. */
function created(
  commands: readonly Command[],
  table: string,
  layout: (old: Layout) => Layout,
): readonly Command[] {
  const place = commands.findLastIndex((each) => each.kind === 'createTable' && each.table === table);
  return commands.map((each, at) =>
    at === place && each.kind === 'createTable' ? { ...each, partitions: layout(each.partitions) } : each,
  );
}

function swapping(a: string, b: string): (name: string) => string {
  return (name) => (name === a ? b : name === b ? a : name);
}

function writesRows({ kind }: Command): boolean {
  return kind === 'insert' || kind === 'insertAuto' || kind === 'update' || kind === 'delete';
}
