import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { plainness } from '../plainness.js';
import type { Pass } from '../search.js';

/** CREATE TABLEs at the beginning, those with partitions first; lanes that begin with a plain kind of command first. */
export const order: Pass = function* (sequence) {
  yield withCreatesFirst(sequence);
  yield { ...sequence, commands: sequence.commands.map(withPlainLanesFirst) };
};

/** The sequence with every CREATE TABLE that stands alone moved to the beginning. */
export function withCreatesFirst(sequence: Sequence): Sequence {
  const rank = (place: number): number => {
    const command = sequence.commands[place];
    if (command?.kind !== 'createTable') return 2;
    return command.partitions === null ? 1 : 0;
  };
  const places = [...sequence.commands.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
  return { ...sequence, commands: places.flatMap((place) => sequence.commands[place] ?? []) };
}

function withPlainLanesFirst(command: Command): Command {
  if (command.kind !== 'concurrently') return command;
  const rank = ({ commands: [first] }: (typeof command.lanes)[number]): number =>
    first === undefined ? 0 : plainness(first.kind);
  return { ...command, lanes: command.lanes.toSorted((a, b) => rank(a) - rank(b)) };
}
