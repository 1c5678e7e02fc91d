import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import { replaced } from './fields.js';
import { listLength } from './lists.js';
import { namesIn, plainNames } from './names.js';
import { outOfOrder } from './numbers.js';

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
  ({ commands }) => sum(commands, wrapping),
  ({ commands }) => sum(commands, entries),
  ({ commands }) =>
    sum(commands, (command) => (command.kind === 'killCapture' && command.signal === 'KILL' ? 1 : 0)),
  ({ commands }) => sum(commands, milliseconds),
  ({ schedule }) => schedule,
  ({ commands }) => lateCreates(commands),
  ({ commands }) => strangeNames(commands),
  ({ commands }) => sum(commands, (command) => ('capture' in command ? command.capture : 0)),
  ({ commands }) => sum(commands, numbers),
  ({ commands }) => outOfOrder(commands),
];

function sum(commands: readonly Command[], count: (command: Command) => number): number {
  return commands.reduce((total, command) => total + count(command), 0);
}

/** A plain statement says more than one in a transaction, given ids more than those that upstream chooses. */
function wrapping(command: Command): number {
  return command.kind === 'transaction' ? 2 : command.kind === 'insertAuto' ? 1 : 0;
}

function entries(command: Command): number {
  const inside = command.kind === 'transaction' ? sum(command.statements, entries) : 0;
  const replacedPartitions = command.kind === 'reorganizePartition' ? command.partitions.length : 0;
  return listLength(command) + inside + replacedPartitions;
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
