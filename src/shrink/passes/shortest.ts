import type { Command } from '../../../model/command.js';
import type { Pass } from '../search.js';

/** Each delay and wait as short as it can be, to the millisecond. */
export const shortest: Pass = function* (sequence) {
  for (const [place, command] of sequence.commands.entries()) {
    for (const shorter of shorterThan(command)) {
      yield { ...sequence, commands: sequence.commands.with(place, shorter) };
    }
  }
};

function* shorterThan(command: Command): Generator<Command> {
  if (command.kind === 'wait') for (let ms = 1; ms < command.ms; ms++) yield { ...command, ms };
  if (!('delay' in command)) return;
  for (let delay = 0; delay < command.delay; delay++) yield { ...command, delay };
}
