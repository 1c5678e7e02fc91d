import type { Command } from '../../model/command.js';
import { numbered, type SingleCommand } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import { replaced } from './fields.js';
import { listLength } from './lists.js';
import { namesIn, plainNames } from './names.js';
import { falling, outOfOrder } from './numbers.js';
import { plainness } from './plainness.js';

/**
 * Whether `a` is simpler than `b`: the order that all shrinking goes down. Sequences compare by what `measures` counts,
 * first by the first: what runs one after the other is simpler than what runs at once. Each count is a natural number, so there is
 * no endless way down and shrinking ends.
 */
export function smaller(a: Sequence, b: Sequence): boolean {
  const [one, other] = [measured(a), measured(b)];
  for (const measure of measures) {
    const difference = measure(one) - measure(other);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** A sequence with its single commands and its blocks. */
interface Measured extends Sequence {
  readonly singles: readonly SingleCommand[];
  readonly blocks: readonly Block[];
}

type Block = Extract<Command, { kind: 'concurrently' }>;

function measured({ commands, schedule }: Sequence): Measured {
  const singles = numbered(commands).map(({ command }) => command);
  return { commands, schedule, singles, blocks: commands.filter((each) => each.kind === 'concurrently') };
}

const measures: readonly ((sequence: Measured) => number)[] = [
  ({ blocks }) => blocks.length,
  ({ singles }) => singles.length,
  ({ blocks }) => sum(blocks, ({ lanes }) => lanes.length),
  ({ blocks }) => sum(blocks, ({ lanes }) => sum(lanes, ({ commands }) => commands.length)),
  ({ schedule }) => Math.min(schedule, 1),
  ({ singles, blocks }) => sum(singles, milliseconds) + sum(blocks, offsets),
  ({ singles }) => sum(singles, elaborateness),
  ({ singles }) => sum(singles, entries),
  ({ singles }) =>
    sum(singles, (command) => (command.kind === 'killCapture' && command.signal === 'KILL' ? 1 : 0)),
  ({ singles }) => lateCreates(singles),
  ({ singles }) => earlyRestarts(singles),
  ({ blocks }) => sum(blocks, elaborateLanesFirst),
  ({ commands }) => strangeNames(commands),
  ({ singles }) => sum(singles, (command) => ('capture' in command ? command.capture : 0)),
  ({ singles }) => sum(singles, numbers),
  ({ commands }) => outOfOrder(commands),
  ({ commands, singles }) => laterNames(commands, singles),
  ({ schedule }) => schedule,
];

function sum<T>(all: readonly T[], count: (each: T) => number): number {
  return all.reduce((total, each) => total + count(each), 0);
}

/** How far from plain the kind of a command is, and those of what is in it. */
function elaborateness(command: Command): number {
  return plainness(command.kind) + sum(statementsIn(command), elaborateness);
}

function statementsIn(command: Command): readonly Command[] {
  return command.kind === 'transaction' ? command.statements : [];
}

function entries(command: Command): number {
  const replacedPartitions = command.kind === 'reorganizePartition' ? command.partitions.length : 0;
  return listLength(command) + sum(statementsIn(command), entries) + replacedPartitions;
}

function milliseconds(command: Command): number {
  return ('delay' in command ? command.delay : 0) + (command.kind === 'wait' ? command.ms : 0);
}

function offsets({ lanes }: Block): number {
  return sum(lanes, ({ offset }) => offset);
}

/** How many lanes stand before one that begins with a plainer kind of command. */
function elaborateLanesFirst({ lanes }: Block): number {
  return falling(lanes.map(({ commands: [first] }) => (first === undefined ? 0 : plainness(first.kind))));
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
function laterNames(commands: readonly Command[], singles: readonly Command[]): number {
  const { tables, partitions } = namesIn(commands);
  let total = 0;
  const table = (name: string): string => ((total += tables.indexOf(name)), name);
  const partition = (name: string): string => ((total += partitions.indexOf(name)), name);
  for (const command of singles) replaced(command, { table, partition });
  return total + sum(singles, (command) => fallingTables(command, tables));
}

/** How many statements of a transaction stand before one on a table that was used first. */
function fallingTables(command: Command, tables: readonly string[]): number {
  if (command.kind !== 'transaction') return 0;
  const used = command.statements.map(({ table }) => tables.indexOf(table));
  return used.filter((table, place) => used.slice(place + 1).some((later) => later < table)).length;
}
