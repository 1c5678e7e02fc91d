import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import type { Pass } from '../search.js';

/** No delay before kills and starts, shorter waits: all at once, then each to nothing, then each to half. */
export const delays: Pass = function* (sequence) {
  yield withoutDelays(sequence);
  for (const [place, command] of sequence.commands.entries()) {
    for (const share of [0, 0.5]) {
      yield { ...sequence, commands: sequence.commands.with(place, scaled(command, share)) };
    }
  }
};

/** The sequence with no delays and the shortest waits. */
export function withoutDelays(sequence: Sequence): Sequence {
  return { ...sequence, commands: sequence.commands.map((command) => scaled(command, 0)) };
}

/** A wait lasts 1 ms at least: a shorter one is no wait, and removing commands is another pass. */
function scaled(command: Command, share: number): Command {
  if (command.kind === 'wait') return { ...command, ms: Math.max(1, Math.floor(command.ms * share)) };
  return 'delay' in command ? { ...command, delay: Math.floor(command.delay * share) } : command;
}
