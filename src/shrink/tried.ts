import type { Sequence } from '../../model/sequence.js';
import { withPlainNames } from './names.js';
import type { PassName } from './search.js';

/**
 * What has run while shrinking, so that nothing runs twice. Sequences that differ only in the names of tables and
 * partitions count as the same, except to the pass that changes nothing but names.
 */
export class Tried {
  private readonly keys = new Set<string>();

  /** Notes that this sequence is to run; false where it has run already. */
  add(sequence: Sequence, pass: PassName): boolean {
    const { commands, schedule } = sequence;
    const isNames = pass === 'names';
    const key = JSON.stringify([isNames, isNames ? commands : withPlainNames(commands), schedule]);
    const isNew = !this.keys.has(key);
    this.keys.add(key);
    return isNew;
  }
}
