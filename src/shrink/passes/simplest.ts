import type { Sequence } from '../../../model/sequence.js';
import { withPlainNames } from '../names.js';
import { compressed } from '../numbers.js';
import type { Pass } from '../search.js';
import { withLowCaptures } from './captures.js';
import { withoutDelays } from './delays.js';
import { withFewDefinitions, withFirstEntries } from './lists.js';
import { lowest, withDefaults } from './numbers.js';
import { withCreatesFirst } from './order.js';
import { withGivenIds } from './statements.js';

/**
 * Everything at once. Most failures survive it, and then a dozen single steps are saved. First with rows and partitions
 * taken away; then, since those may matter, with everything kept that the rows can notice.
 */
export const simplest: Pass = function* (sequence, captures) {
  const plain = cosmetic(sequence, captures);
  const few = withFewDefinitions(withFirstEntries(plain), captures);
  yield { ...few, commands: withPlainNames(lowest(few.commands, captures)) };
  yield { ...plain, commands: withPlainNames(compressed(plain.commands)) };
};

function cosmetic(sequence: Sequence, captures: number): Sequence {
  const quick = withLowCaptures(withoutDelays({ ...sequence, schedule: 0 }));
  const plain = withCreatesFirst(withGivenIds(quick, captures));
  return { ...plain, commands: withDefaults(plain.commands) };
}
