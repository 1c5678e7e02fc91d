import type { Sequence } from '../../model/sequence.js';
import { sizeOf } from './leaves.js';
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
  for (let best = start; ;) {
    const before = best;
    best = yield* stepDown(before, name, pass, tried, captures);
    if (best === before) return best;
  }
}

/** The first proposal of a pass that is simpler, new, valid and still fails; the same sequence where there is none. */
export function* stepDown(
  start: Sequence,
  name: PassName,
  pass: Pass,
  tried: Tried,
  captures: number,
): Search {
  const allowed = failures(start.commands, captures);
  for (const sequence of pass(start, captures)) {
    if (!smaller(sequence, start) || failures(sequence.commands, captures) > allowed) continue;
    if (tried.note(sequence, name) !== 'never') continue;
    const removed = sizeOf(start.commands) - sizeOf(sequence.commands);
    if (yield { sequence, pass: name, removed, again: false }) return sequence;
  }
  return start;
}
