import type { Command } from '../../../model/command.js';
import type { LaneCommand } from '../../../model/commands/concurrently.js';
import type { Transaction } from '../../../model/commands/transaction.js';
import type { Pass } from '../search.js';
import { withoutDelays } from './delays.js';

/**
 * Each command at each other place, also with no delays and the plain schedule; in a block, each lane at each other place, and each
 * command of it at each other place of its lane; the statements of a transaction turned round.
 */
export const places: Pass = function* (sequence) {
  const { commands } = sequence;
  for (const [from, command] of commands.entries()) {
    for (const inside of movedInside(command)) yield { ...sequence, commands: commands.with(from, inside) };
    for (const there of moved(commands, from)) {
      yield { ...sequence, commands: there };
      yield withoutDelays({ commands: there, schedule: 0 });
    }
  }
};

function* movedInside(command: Command): Generator<Command> {
  if (command.kind === 'transaction') yield turned(command);
  if (command.kind !== 'concurrently') return;
  const { lanes } = command;
  for (const from of lanes.keys()) for (const there of moved(lanes, from)) yield { ...command, lanes: there };
  for (const [place, lane] of lanes.entries()) {
    for (const commands of movedInLane(lane.commands)) {
      yield { ...command, lanes: lanes.with(place, { ...lane, commands }) };
    }
  }
}

function* movedInLane(commands: readonly LaneCommand[]): Generator<readonly LaneCommand[]> {
  for (const [from, command] of commands.entries()) {
    if (command.kind === 'transaction') yield commands.with(from, turned(command));
    yield* moved(commands, from);
  }
}

function turned(command: Transaction): Transaction {
  return { ...command, statements: command.statements.toReversed() };
}

/** The list with one of its entries at each other place. */
function* moved<T>(all: readonly T[], from: number): Generator<readonly T[]> {
  const rest = all.toSpliced(from, 1);
  for (const to of all.keys()) {
    if (to !== from) yield rest.toSpliced(to, 0, ...all.slice(from, from + 1));
  }
}
