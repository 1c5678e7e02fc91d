import type { Sequence } from '../../model/sequence.js';
import { withPlainNames } from './names.js';
import type { PassName } from './search.js';

/**
 * What has run while shrinking, so that nothing runs twice. Sequences that differ only in the names of tables and
 * partitions count as the same, except to the pass that changes nothing but names, and on a schedule with jitter, which gives
 * each name its own.
 */
export class Tried {
  private readonly passes = new Map<string, PassName>();

  /**
   * Notes that this sequence is to run in this pass: `never` ran before, `loosely` if only while commands were removed many at a
   * time, where a wrong answer is made up for later, or else `thoroughly`.
   */
  note(sequence: Sequence, pass: PassName): 'never' | 'loosely' | 'thoroughly' {
    const { commands, schedule } = sequence;
    const isByName = pass === 'names' || schedule !== 0;
    const key = JSON.stringify([isByName, isByName ? commands : withPlainNames(commands), schedule]);
    const before = this.passes.get(key);
    if (before === undefined || pass !== 'commands') this.passes.set(key, pass);
    if (before === undefined) return 'never';
    return before === 'commands' ? 'loosely' : 'thoroughly';
  }
}
