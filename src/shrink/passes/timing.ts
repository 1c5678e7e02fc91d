import type { Sequence } from '../../../model/sequence.js';
import { DELAYS } from '../kills.js';
import { leavesOf, mapSingles } from '../leaves.js';
import { withoutEach } from '../prune.js';
import type { Pass } from '../search.js';
import { withoutDelays } from './delays.js';
import { PLAIN_SCHEDULES } from './schedule.js';

/**
 * One command less and everything at another time. A failure that needs a kill at a certain moment, or two commands to meet, seems to
 * need every command before it, since without one of them the moment is missed. This asks only where timing seems to matter: a schedule
 * that could not be made plain, a delay or an offset that could not be left out, captures killed more than once.
 */
export const timing: Pass = function* (sequence, captures) {
  const shorter = withoutEach(sequence, captures);
  for (const retime of retimings(sequence)) yield* shorter.map(retime);
};

function retimings({ commands, schedule }: Sequence): readonly ((sequence: Sequence) => Sequence)[] {
  const restarts = leavesOf(commands).flatMap(({ command }) => ('capture' in command ? [command] : []));
  const isDelicate = restarts.length > 1 || restarts.some(({ delay }) => delay > 0);
  const isAtOnce = commands.some(({ kind }) => kind === 'concurrently');
  const isLate = leavesOf(commands).some(({ inLane }) => (inLane?.offset ?? 0) > 0);
  return [
    ...(schedule === 0 ? [] : PLAIN_SCHEDULES).map((plain) => (old: Sequence) => ({
      ...old,
      schedule: plain,
    })),
    ...(isAtOnce && (isLate || schedule > 0)
      ? [0, schedule].map((each) => (old: Sequence) => withoutDelays({ ...old, schedule: each }))
      : []),
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
