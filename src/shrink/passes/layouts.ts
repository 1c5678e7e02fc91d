import { numbered } from '../../../model/numbered.js';
import type { Partition } from '../../../model/table.js';
import { withSingle } from '../leaves.js';
import type { Pass } from '../search.js';

const last: Partition = { name: 'p1', lessThan: 'MAXVALUE' };

/** The plainest layouts: one partition, and two with the lowest id in the second or in the first of them. */
const LAYOUTS: readonly (readonly Partition[])[] = [
  [{ ...last, name: 'p0' }],
  [{ name: 'p0', lessThan: 1 }, last],
  [{ name: 'p0', lessThan: 2 }, last],
];

/** Each CREATE TABLE with a plain layout. Fewer partitions singly are no way there, where their number decides who carries them. */
export const layouts: Pass = function* (sequence) {
  for (const { number, command } of numbered(sequence.commands)) {
    if (command.kind !== 'createTable') continue;
    for (const partitions of LAYOUTS) {
      yield { ...sequence, commands: withSingle(sequence.commands, number, { ...command, partitions }) };
    }
  }
};
