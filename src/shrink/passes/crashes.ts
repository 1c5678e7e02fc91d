import type { Sequence } from '../../../model/sequence.js';
import { everyKill, isKill } from '../kills.js';
import { leavesOf, type InLane } from '../leaves.js';
import { partsOf, pruned, type Part } from '../prune.js';
import type { Pass } from '../search.js';

/**
 * One kill in place of all kills and starts, of any capture and at any place, without what follows it or with it. A restart
 * often seems to need the commands around it, which only make it come at the right moment.
 */
export const crashes: Pass = function* (sequence, captures) {
  if (!leavesOf(sequence.commands).some(({ command }) => isKill(command))) return;
  const parts = partsOf(sequence.commands, captures).filter(({ command }) => !('capture' in command));
  const kept = (some: readonly Part[]): Sequence => ({ commands: pruned(some, captures), schedule: 0 });
  for (let place = 1; place <= parts.length; place++) {
    for (const command of everyKill(captures)) {
      for (const inLane of lanesAfter(parts, place)) {
        const before = [...parts.slice(0, place), { command, applied: true, inLane }];
        yield kept(before);
        yield kept([...before, ...parts.slice(place)]);
      }
    }
  }
};

/** Where a command behind the part at this place can run: by itself, in its lane, but not by itself in the middle of a block. */
function lanesAfter(parts: readonly Part[], place: number): readonly (InLane | null)[] {
  const inLane = parts[place - 1]?.inLane ?? null;
  if (inLane === null) return [null];
  return parts[place]?.inLane?.block === inLane.block ? [inLane] : [null, inLane];
}
