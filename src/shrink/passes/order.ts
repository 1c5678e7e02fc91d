import type { Sequence } from '../../../model/sequence.js';
import type { Pass } from '../search.js';

/** CREATE TABLEs at the beginning, those with partitions first. */
export const order: Pass = function* (sequence) {
  yield withCreatesFirst(sequence);
};

/** The sequence with every CREATE TABLE moved to the beginning. */
export function withCreatesFirst(sequence: Sequence): Sequence {
  const rank = (place: number): number => {
    const command = sequence.commands[place];
    if (command?.kind !== 'createTable') return 2;
    return command.partitions === null ? 1 : 0;
  };
  const places = [...sequence.commands.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
  return { ...sequence, commands: places.flatMap((place) => sequence.commands[place] ?? []) };
}
