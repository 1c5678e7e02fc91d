import type { ReorganizePartition } from '../../../model/commands/reorganizePartition.js';
import { numbered } from '../../../model/numbered.js';
import { commandsOf, leavesOf } from '../leaves.js';
import { swapping } from '../names.js';
import type { Pass } from '../search.js';
import { created, withRowsIn, type Layout } from './moves.js';

/**
 * Moves left out the other way round than by `moves`: without an EXCHANGE, with the rows after it written to the other table;
 * without a REORGANIZE, with a table that was created with the new partitions.
 */
export const otherMoves: Pass = function* (sequence) {
  const leaves = leavesOf(sequence.commands);
  for (const { number, command } of numbered(sequence.commands)) {
    const [before, after] = [leaves.slice(0, number - 1), leaves.slice(number)];
    if (command.kind === 'exchangePartition') {
      const table = swapping(command.table, command.with);
      yield { ...sequence, commands: commandsOf([...before, ...withRowsIn(after, table)]) };
    }
    if (command.kind === 'reorganizePartition') {
      const first = created(before, command.table, (old) => reorganized(old, command));
      yield { ...sequence, commands: commandsOf([...first, ...after]) };
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
