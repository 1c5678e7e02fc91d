import type { Sequence } from '../../../model/sequence.js';
import { everyKill, isKill } from '../kills.js';
import { partsOf, prune, type Part } from '../prune.js';
import type { Pass } from '../search.js';

/**
 * One kill in place of all kills and starts, of any capture and at any place, without what follows it or with it. A restart
 * often seems to need the commands around it, which only make it come at the right moment.
 */
export const crashes: Pass = function* (sequence, captures) {
  if (!sequence.commands.some(isKill)) return;
  const parts = partsOf(sequence.commands, captures).filter(({ command }) => !('capture' in command));
  const kept = (some: readonly Part[]): Sequence => ({
    commands: prune(some, captures).map(({ command }) => command),
    schedule: 0,
  });
  for (let place = 1; place <= parts.length; place++) {
    for (const command of everyKill(captures)) {
      const before = [...parts.slice(0, place), { command, applied: true }];
      yield kept(before);
      yield kept([...before, ...parts.slice(place)]);
    }
  }
};
