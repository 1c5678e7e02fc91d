import type { Command } from '../../model/command.js';

/** How long a command's list is: of rows, partitions or statements; 0 where it has none. Of REORGANIZE, what it makes. */
export function listLength(command: Command): number {
  if ('into' in command) return command.into.length;
  if ('ids' in command) return command.ids.length;
  if ('statements' in command) return command.statements.length;
  if ('rows' in command) return command.rows;
  return 'partitions' in command ? (command.partitions?.length ?? 0) : 0;
}

/** The command with only those entries of its list that `keeps` accepts by their place (from 0). */
export function keepingEntries<C extends Command>(command: C, keeps: (place: number) => boolean): C;
export function keepingEntries(command: Command, keeps: (place: number) => boolean): Command {
  const some = <T>(list: readonly T[]): readonly T[] => list.filter((_, place) => keeps(place));
  if ('into' in command) return { ...command, into: some(command.into) };
  if ('ids' in command) return { ...command, ids: some(command.ids) };
  if ('statements' in command) return { ...command, statements: some(command.statements) };
  if ('rows' in command) return { ...command, rows: some(Array.from({ length: command.rows })).length };
  if (!('partitions' in command) || command.partitions === null) return command;
  return { ...command, partitions: some<unknown>(command.partitions) } as Command;
}
