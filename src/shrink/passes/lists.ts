import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { keepingEntries, listLength } from '../lists.js';
import { failures } from '../prune.js';
import type { Pass } from '../search.js';

/** Fewer rows in an INSERT, fewer partitions in a definition or a statement, fewer statements in a transaction. */
export const lists: Pass = function* (sequence, captures) {
  yield withFirstEntries(sequence);
  yield withLastEntries(sequence);
  yield withFewDefinitions(sequence, captures);
  for (const [place, command] of sequence.commands.entries()) {
    for (const shorter of shorterOf(command)) yield withCommand(sequence, place, shorter);
  }
};

/** The sequence with only the first entry of every list but those that define partitions. */
export function withFirstEntries(sequence: Sequence): Sequence {
  const first = (command: Command): Command => keepingEntries(command, (place) => place === 0);
  return {
    ...sequence,
    commands: sequence.commands.map((each) => (isDefinition(each) ? each : first(each))),
  };
}

function withLastEntries(sequence: Sequence): Sequence {
  const last = (command: Command): Command => {
    const end = listLength(command) - 1;
    return keepingEntries(command, (place) => place === end);
  };
  return { ...sequence, commands: sequence.commands.map((each) => (isDefinition(each) ? each : last(each))) };
}

/** The sequence with as few partitions defined as the other commands can do with. */
export function withFewDefinitions(sequence: Sequence, captures: number): Sequence {
  const allowed = failures(sequence.commands, captures);
  let best = sequence;
  for (const place of sequence.commands.keys()) {
    for (let shorter: Sequence | undefined = best; shorter !== undefined;) {
      best = shorter;
      const proposals = definitionsOf(best.commands[place]).map((each) => withCommand(best, place, each));
      shorter = proposals.find(({ commands }) => failures(commands, captures) === allowed);
    }
  }
  return best;
}

function definitionsOf(command: Command | undefined): readonly Command[] {
  return command !== undefined && isDefinition(command) ? [...shorterOf(command)] : [];
}

/** Partition definitions hang together with the names in other commands. */
function isDefinition(command: Command): boolean {
  const { kind } = command;
  return kind === 'createTable' || kind === 'partitionBy' || kind === 'reorganizePartition';
}

function* shorterOf(command: Command): Generator<Command> {
  if (command.kind === 'createTable' && command.partitions !== null) yield { ...command, partitions: null };
  const length = listLength(command);
  if (length > 3) {
    const half = length >> 1;
    yield keepingEntries(command, (place) => place < half);
    yield keepingEntries(command, (place) => place >= half);
  }
  for (let gone = 0; gone < length && length > 1; gone++)
    yield keepingEntries(command, (place) => place !== gone);
  if (command.kind === 'transaction') {
    const first = command.statements.map((each) => firstRow(each));
    yield { ...command, statements: first };
    for (const [place, each] of first.entries()) {
      yield { ...command, statements: command.statements.with(place, each) };
    }
  }
  if (command.kind === 'reorganizePartition' && command.partitions.length > 1) {
    yield { ...command, partitions: command.partitions.slice(1) };
    yield { ...command, partitions: command.partitions.slice(0, -1) };
  }
}

type Statement = (Command & { readonly kind: 'transaction' })['statements'][number];

function firstRow(statement: Statement): Statement {
  return statement.kind === 'insert' ? { ...statement, ids: statement.ids.slice(0, 1) } : statement;
}

function withCommand(sequence: Sequence, place: number, command: Command): Sequence {
  return { ...sequence, commands: sequence.commands.with(place, command) };
}
