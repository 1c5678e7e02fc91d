import { leavesOf, withSingle } from '../leaves.js';
import { partsOf, pruned } from '../prune.js';
import type { Pass } from '../search.js';

/**
 * One kill in place of several kills and starts: mostly the others only arranged which capture was to be killed and when. So each
 * kill is tried alone, without delay, of each capture.
 */
export const restarts: Pass = function* (sequence, captures) {
  const places = [...leavesOf(sequence.commands).entries()].filter(([, { command }]) => 'capture' in command);
  if (places.length < 2) return;
  for (const [kept, { command }] of places.toReversed()) {
    if (command.kind !== 'killCapture') continue;
    for (let capture = 0; capture < captures; capture++) {
      const only = { ...command, capture, delay: 0 };
      const commands = withSingle(sequence.commands, kept + 1, only);
      const parts = partsOf(commands, captures).filter(
        (part, place) => place === kept || !('capture' in part.command),
      );
      yield { ...sequence, commands: pruned(parts, captures) };
    }
  }
};
