import { withPlainNames } from '../names.js';
import type { Pass } from '../search.js';

/** Plain names, given by first use, for all tables and partitions at once. */
export const names: Pass = function* (sequence) {
  yield { ...sequence, commands: withPlainNames(sequence.commands) };
};
