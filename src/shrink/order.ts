import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import { replaced } from './fields.js';
import { listLength } from './lists.js';
import { namesIn, plainNames } from './names.js';
import { outOfOrder } from './numbers.js';
import { plainness } from './plainness.js';

/**
 * Whether `a` is simpler than `b`: the order that all shrinking goes down. Sequences compare by what `measures` counts,
 * first by the first. Each count is a natural number, so there is no endless way down and shrinking ends.
 */
export function smaller(a: Sequence, b: Sequence): boolean {
  for (const measure of measures) {
    const difference = measure(a) - measure(b);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const measures: readonly ((sequence: Sequence) => number)[] = [
  ({ commands }) => commands.length,
  ({ schedule }) => Math.min(schedule, 1),
  ({ commands }) => sum(commands, milliseconds),
  ({ commands }) => sum(commands, elaborateness),
  ({ commands }) => sum(commands, entries),
  ({ commands }) =>
    sum(commands, (command) => (command.kind === 'killCapture' && command.signal === 'KILL' ? 1 : 0)),
  ({ commands }) => lateCreates(commands),
  ({ commands }) => earlyRestarts(commands),
  ({ commands }) => strangeNames(commands),
  ({ commands }) => sum(commands, (command) => ('capture' in command ? command.capture : 0)),
  ({ commands }) => sum(commands, numbers),
  ({ commands }) => outOfOrder(commands),
  ({ commands }) => laterNames(commands),
  ({ schedule }) => schedule,
];

function sum(commands: readonly Command[], count: (command: Command) => number): number {
  return commands.reduce((total, command) => total + count(command), 0);
}

/** How far from plain the kind of a command is, and those of what is in it. */
function elaborateness(command: Command): number {
  return plainness(command.kind) + sum(inside(command), elaborateness);
}

/** The commands that a transaction or a block holds. */
function inside(command: Command): readonly Command[] {
  if (command.kind === 'transaction') return command.statements;
  return command.kind === 'concurrently' ? command.lanes.flatMap(({ commands }) => commands) : [];
}

function entries(command: Command): number {
  const replacedPartitions = command.kind === 'reorganizePartition' ? command.partitions.length : 0;
  return listLength(command) + sum(inside(command), entries) + replacedPartitions;
}

function milliseconds(command: Command): number {
  return ('delay' in command ? command.delay : 0) + (command.kind === 'wait' ? command.ms : 0);
}

/** How far CREATE TABLEs stand from the beginning, and behind ones that make a normal table. */
function lateCreates(commands: readonly Command[]): number {
  let [total, others, normal] = [0, 0, 0];
  for (const command of commands) {
    if (command.kind !== 'createTable') others++;
    else if (command.partitions === null) {
      normal++;
      total += others;
    } else total += others + normal;
  }
  return total;
}

function strangeNames(commands: readonly Command[]): number {
  const names = namesIn(commands);
  const plain = plainNames(names);
  const differing = (of: readonly string[], from: readonly string[]): number =>
    of.filter((name, place) => name !== from[place]).length;
  return (
    differing(names.tables, plain.tables) +
    differing(names.partitions, plain.partitions) +
    differing(names.columns, plain.columns)
  );
}

function numbers(command: Command): number {
  let total = 0;
  replaced(command, { number: (number) => ((total += number), number) });
  return total + (command.kind === 'addColumn' ? command.column.default : 0);
}

/** How many commands stand behind restarts. */
function earlyRestarts(commands: readonly Command[]): number {
  let [total, others] = [0, 0];
  for (const command of commands.toReversed()) {
    if ('capture' in command) total += others;
    else others++;
  }
  return total;
}

/** How far down in the order of their first use the names stand that the commands use. */
function laterNames(commands: readonly Command[]): number {
  const { tables, partitions } = namesIn(commands);
  let total = 0;
  const table = (name: string): string => ((total += tables.indexOf(name)), name);
  const partition = (name: string): string => ((total += partitions.indexOf(name)), name);
  for (const command of commands) replaced(command, { table, partition });
  return total + sum(commands, (command) => falling(command, tables));
}

/** How many statements of a transaction stand before one on a table that was used first. */
function falling(command: Command, tables: readonly string[]): number {
  if (command.kind !== 'transaction') return 0;
  const used = command.statements.map(({ table }) => tables.indexOf(table));
  return used.filter((table, place) => used.slice(place + 1).some((later) => later < table)).length;
}
