import type { Sequence } from '../../model/sequence.js';
import { smaller } from './order.js';
import { failures } from './prune.js';
import type { Pass, PassName, Search } from './search.js';
import type { Tried } from './tried.js';

/** Goes through the proposals of a pass, again from its first one after each that still fails, until none does. */
export function* simplify(
  start: Sequence,
  name: PassName,
  pass: Pass,
  tried: Tried,
  captures: number,
): Search {
  let best = start;
  for (let next: Sequence | undefined = start; next !== undefined;) {
    best = next;
    next = undefined;
    const allowed = failures(best.commands, captures);
    for (const sequence of pass(best, captures)) {
      if (!smaller(sequence, best) || failures(sequence.commands, captures) > allowed) continue;
      if (tried.note(sequence, name) !== 'never') continue;
      const removed = best.commands.length - sequence.commands.length;
      if (!(yield { sequence, pass: name, removed, again: false })) continue;
      next = sequence;
      break;
    }
  }
  return best;
}
