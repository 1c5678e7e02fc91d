import type { Sequence } from '../../../model/sequence.js';
import { DELAYS } from '../kills.js';
import { leavesOf, mapSingles } from '../leaves.js';
import { withoutEach } from '../prune.js';
import type { Pass } from '../search.js';
import { PLAIN_SCHEDULES } from './schedule.js';

/**
 * One command less and everything at another time. A failure that needs a kill at a certain moment seems to need every
 * command before it, since without one of them the moment is missed. This asks only where timing seems to matter: a schedule that
 * could not be made plain, a delay that could not be left out, captures killed more than once.
 */
export const timing: Pass = function* (sequence, captures) {
  const shorter = withoutEach(sequence, captures);
  for (const retime of retimings(sequence)) yield* shorter.map(retime);
};

function retimings(sequence: Sequence): readonly ((sequence: Sequence) => Sequence)[] {
  const restarts = leavesOf(sequence.commands).flatMap(({ command }) =>
    'capture' in command ? [command] : [],
  );
  const isDelicate = restarts.length > 1 || restarts.some(({ delay }) => delay > 0);
  const schedules = sequence.schedule === 0 ? [] : PLAIN_SCHEDULES;
  return [
    ...schedules.map((schedule) => (old: Sequence) => ({ ...old, schedule })),
    ...(isDelicate ? DELAYS : []).map((delay) => (old: Sequence) => withDelay(old, delay)),
  ];
}

function withDelay(sequence: Sequence, delay: number): Sequence {
  return {
    ...sequence,
    commands: mapSingles(sequence.commands, ({ command }) =>
      command.kind === 'killCapture' ? { ...command, delay } : command,
    ),
  };
}
