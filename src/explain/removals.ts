import type { Sequence } from '../../model/sequence.js';
import { commandsOf } from '../shrink/leaves.js';
import { partsOf, prune } from '../shrink/prune.js';

/** The sequence without one command, and the numbers of those that no longer applied and were left out with it. */
export interface Without {
  readonly number: number;
  readonly pruned: readonly number[];
  readonly sequence: Sequence;
}

/** For each command of the sequence, the sequence without it. */
export function removalsOf(sequence: Sequence, captures: number): readonly Without[] {
  const parts = partsOf(sequence.commands, captures).map((part, place) => ({ ...part, number: place + 1 }));
  return parts.map(({ number }, place) => {
    const rest = parts.toSpliced(place, 1);
    const kept = prune(rest, captures);
    return {
      number,
      pruned: rest.filter((part) => !kept.includes(part)).map((part) => part.number),
      sequence: { ...sequence, commands: commandsOf(kept) },
    };
  });
}
