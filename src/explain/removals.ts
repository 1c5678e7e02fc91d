import type { Sequence } from '../../model/sequence.js';
import { numbered } from '../../model/numbered.js';
import { keepingLeaves } from '../shrink/leaves.js';
import { partsOf, prune } from '../shrink/prune.js';

/** The sequence without one command, and the numbers of those that no longer applied and were left out with it. */
export interface Without {
  readonly number: number;
  readonly pruned: readonly number[];
  readonly sequence: Sequence;
}

/** For each command of the sequence, the sequence without it. */
export function removalsOf(sequence: Sequence, captures: number): readonly Without[] {
  const { commands } = sequence;
  const parts = partsOf(commands, captures).map((part, place) => ({ ...part, place }));
  return numbered(commands).map(({ number, place, lane }) => {
    const rest = parts.flatMap((part) => {
      if (part.place !== place) return [part];
      if (lane === null) return [];
      const left = keepingLeaves(commands, (each) => each !== number).slice(place);
      // What is left of a block stands where it stood; a lane that is left alone is several commands.
      return left
        .slice(0, left.length - (commands.length - place - 1))
        .map((command) => ({ ...part, command }));
    });
    const kept = prune(rest, captures);
    const gone = rest.filter((part) => !kept.includes(part) && part.place !== place);
    const pruned = numbered(commands).filter((each) => gone.some((part) => part.place === each.place));
    return {
      number,
      pruned: pruned.map((each) => each.number),
      sequence: { ...sequence, commands: kept.map(({ command }) => command) },
    };
  });
}
