import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import type { Pass } from '../search.js';
import { withoutDelays } from './delays.js';

/** Each command at each other place, also with no delays and the plain schedule; the statements of a transaction turned round. */
export const places: Pass = function* (sequence) {
  const { commands } = sequence;
  for (const [from, command] of commands.entries()) {
    if (command.kind === 'transaction') {
      const turned = { ...command, statements: command.statements.toReversed() };
      yield { ...sequence, commands: commands.with(from, turned) };
    }
    for (const to of commands.keys()) {
      if (to === from) continue;
      const moved = withMoved(sequence, command, from, to);
      yield moved;
      yield withoutDelays({ ...moved, schedule: 0 });
    }
  }
};

function withMoved(sequence: Sequence, command: Command, from: number, to: number): Sequence {
  return { ...sequence, commands: sequence.commands.toSpliced(from, 1).toSpliced(to, 0, command) };
}
