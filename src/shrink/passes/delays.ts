import type { Command } from '../../../model/command.js';
import { numbered, type SingleCommand } from '../../../model/numbered.js';
import type { Sequence } from '../../../model/sequence.js';
import { mapSingles, withSingle } from '../leaves.js';
import type { Pass } from '../search.js';

/** No delay before kills, starts and lanes, shorter waits: all at once, then each to nothing, then each to half. */
export const delays: Pass = function* (sequence) {
  yield withoutDelays(sequence);
  const { commands } = sequence;
  for (const { number, command } of numbered(commands)) {
    if (command.kind !== 'wait' && !('delay' in command)) continue;
    for (const share of [0, 0.5]) {
      yield { ...sequence, commands: withSingle(commands, number, scaled(command, share)) };
    }
  }
  for (const share of [0, 0.5]) {
    for (const changed of withEachOffset(commands, (offset) => [Math.floor(offset * share)])) {
      yield { ...sequence, commands: changed };
    }
  }
};

/** The sequence with no delays, all lanes from the beginning of their blocks, and the shortest waits. */
export function withoutDelays(sequence: Sequence): Sequence {
  const commands = mapSingles(sequence.commands, ({ command }) => scaled(command, 0));
  return { ...sequence, commands: commands.map((command) => withOffsets(command, () => 0)) };
}

/** The commands with each offset of a lane in turn changed to each of what `changes` makes of it. */
export function* withEachOffset(
  commands: readonly Command[],
  changes: (offset: number) => Iterable<number>,
): Generator<readonly Command[]> {
  for (const [place, command] of commands.entries()) {
    if (command.kind !== 'concurrently') continue;
    for (const [lane, { offset }] of command.lanes.entries()) {
      for (const changed of changes(offset)) {
        yield commands.with(
          place,
          withOffsets(command, (own, each) => (each === lane ? changed : own)),
        );
      }
    }
  }
}

function withOffsets(command: Command, change: (offset: number, lane: number) => number): Command {
  if (command.kind !== 'concurrently') return command;
  const lanes = command.lanes.map((lane, place) => ({ ...lane, offset: change(lane.offset, place) }));
  return { ...command, lanes };
}

/** A wait lasts 1 ms at least: a shorter one is no wait, and removing commands is another pass. */
function scaled(command: SingleCommand, share: number): SingleCommand {
  if (command.kind === 'wait') return { ...command, ms: Math.max(1, Math.floor(command.ms * share)) };
  return 'delay' in command ? { ...command, delay: Math.floor(command.delay * share) } : command;
}
