import type { ReorganizePartition } from '../../../model/commands/reorganizePartition.js';
import { swapping } from '../names.js';
import type { Pass } from '../search.js';
import { created, withRowsIn, type Layout } from './moves.js';

/**
 * Moves left out the other way round than by `moves`: without an EXCHANGE, with the rows after it written to the other table;
 * without a REORGANIZE, with a table that was created with the new partitions.
 */
export const otherMoves: Pass = function* (sequence) {
  const { commands } = sequence;
  for (const [place, command] of commands.entries()) {
    const [before, after] = [commands.slice(0, place), commands.slice(place + 1)];
    if (command.kind === 'exchangePartition') {
      const table = swapping(command.table, command.with);
      yield { ...sequence, commands: [...before, ...withRowsIn(after, table)] };
    }
    if (command.kind === 'reorganizePartition') {
      const first = created(before, command.table, (old) => reorganized(old, command));
      yield { ...sequence, commands: [...first, ...after] };
    }
  }
};

function reorganized(old: Layout, { partitions, into }: ReorganizePartition): Layout {
  if (old === null) return null;
  const [first] = partitions;
  return old.flatMap((each) => {
    if (each.name === first) return into;
    return partitions.includes(each.name) ? [] : [each];
  });
}
