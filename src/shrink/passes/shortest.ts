import { numbered, type SingleCommand } from '../../../model/numbered.js';
import { withSingle } from '../leaves.js';
import type { Pass } from '../search.js';
import { withEachOffset } from './delays.js';

/** Each delay, wait and offset of a lane as short as it can be, to the millisecond. */
export const shortest: Pass = function* (sequence) {
  const { commands } = sequence;
  for (const { number, command } of numbered(commands)) {
    for (const shorter of shorterThan(command)) {
      yield { ...sequence, commands: withSingle(commands, number, shorter) };
    }
  }
  for (const shorter of withEachOffset(commands, upTo)) yield { ...sequence, commands: shorter };
};

function* shorterThan(command: SingleCommand): Generator<SingleCommand> {
  if (command.kind === 'wait') for (let ms = 1; ms < command.ms; ms++) yield { ...command, ms };
  if (!('delay' in command)) return;
  for (const delay of upTo(command.delay)) yield { ...command, delay };
}

function* upTo(ms: number): Generator<number> {
  for (let shorter = 0; shorter < ms; shorter++) yield shorter;
}
