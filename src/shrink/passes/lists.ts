import type { Command } from '../../../model/command.js';
import { numbered, type SingleCommand } from '../../../model/numbered.js';
import type { Sequence } from '../../../model/sequence.js';
import { mapSingles, withSingle } from '../leaves.js';
import { keepingEntries, listLength } from '../lists.js';
import { failures } from '../prune.js';
import type { Pass } from '../search.js';

/** Fewer rows in an INSERT, fewer partitions in a definition or a statement, fewer statements in a transaction. */
export const lists: Pass = function* (sequence, captures) {
  yield withFirstEntries(sequence);
  yield withLastEntries(sequence);
  yield withFewDefinitions(sequence, captures);
  for (const { number, command } of numbered(sequence.commands)) {
    for (const shorter of shorterOf(command)) yield withCommand(sequence, number, shorter);
  }
};

/** The sequence with only the first entry of every list but those that define partitions. */
export function withFirstEntries(sequence: Sequence): Sequence {
  return withEntries(sequence, (place) => place === 0);
}

function withLastEntries(sequence: Sequence): Sequence {
  return withEntries(sequence, (place, length) => place === length - 1);
}

function withEntries(sequence: Sequence, keeps: (place: number, length: number) => boolean): Sequence {
  const commands = mapSingles(sequence.commands, ({ command }) => {
    if (isDefinition(command)) return command;
    const length = listLength(command);
    return keepingEntries(command, (place) => keeps(place, length));
  });
  return { ...sequence, commands };
}

/** The sequence with as few partitions defined as the other commands can do with. */
export function withFewDefinitions(sequence: Sequence, captures: number): Sequence {
  const allowed = failures(sequence.commands, captures);
  let best = sequence;
  for (const { number } of numbered(sequence.commands)) {
    for (let shorter: Sequence | undefined = best; shorter !== undefined;) {
      best = shorter;
      const command = numbered(best.commands)[number - 1]?.command;
      const proposals = definitionsOf(command).map((each) => withCommand(best, number, each));
      shorter = proposals.find(({ commands }) => failures(commands, captures) === allowed);
    }
  }
  return best;
}

function definitionsOf(command: SingleCommand | undefined): readonly SingleCommand[] {
  return command !== undefined && isDefinition(command) ? [...shorterOf(command)] : [];
}

/** Partition definitions hang together with the names in other commands. */
function isDefinition(command: Command): boolean {
  const { kind } = command;
  return kind === 'createTable' || kind === 'partitionBy' || kind === 'reorganizePartition';
}

function* shorterOf(command: SingleCommand): Generator<SingleCommand> {
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

function withCommand(sequence: Sequence, number: number, command: SingleCommand): Sequence {
  return { ...sequence, commands: withSingle(sequence.commands, number, command) };
}
