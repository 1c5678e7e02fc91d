import type { Command } from '../../model/command.js';
import type { Bound, Column, Partition } from '../../model/table.js';

/** What to put in place of the names and numbers of a command. What is left out stays as it is. */
export interface Replacing {
  table?(name: string): string;
  partition?(name: string): string;
  column?(name: string): string;
  /** Row ids, ends of ranges of ids, partition bounds; `table` is the table that they belong to. */
  number?(number: number, table: string): number;
}

/**
 * The command with its fields replaced. It goes by the fields' names, which mean the same in every kind of command, so a
 * new kind needs nothing here. An index is called after its column.
 */
export function replaced<C extends Command>(command: C, by: Replacing): C;
export function replaced(command: Command, by: Replacing): Command {
  if (command.kind === 'concurrently') {
    const lanes = command.lanes.map((lane) => ({
      ...lane,
      commands: lane.commands.map((each) => replaced(each, by)),
    }));
    return { ...command, lanes };
  }
  const table = (name: string): string => by.table?.(name) ?? name;
  const partition = (name: string): string => by.partition?.(name) ?? name;
  const column = (name: string): string => by.column?.(name) ?? name;
  const owner = 'table' in command ? command.table : '';
  const number = (old: number): number => by.number?.(old, owner) ?? old;
  const bound = (old: Bound): Bound => (old === 'MAXVALUE' ? old : number(old));
  const one = (old: Partition): Partition => ({ name: partition(old.name), lessThan: bound(old.lessThan) });
  const renamed = (old: string | Column): string | Column =>
    typeof old === 'string' ? column(old) : { ...old, name: column(old.name) };
  return {
    ...command,
    ...('table' in command && { table: table(command.table) }),
    ...('with' in command && { with: table(command.with) }),
    ...('partition' in command && {
      partition: command.partition === null ? null : partition(command.partition),
    }),
    ...('partitions' in command && {
      partitions:
        command.partitions?.map((each) => (typeof each === 'string' ? partition(each) : one(each))) ?? null,
    }),
    ...('into' in command && { into: command.into.map(one) }),
    ...('column' in command && { column: renamed(command.column) }),
    ...('index' in command && {
      index: {
        name: command.index.name.replace(command.index.column, column(command.index.column)),
        column: column(command.index.column),
      },
    }),
    ...('ids' in command && { ids: command.ids.map(number) }),
    ...('from' in command && { from: number(command.from) }),
    ...('to' in command && {
      to: typeof command.to === 'string' ? table(command.to) : number(command.to),
    }),
    ...('statements' in command && { statements: command.statements.map((each) => replaced(each, by)) }),
  } as Command;
}
