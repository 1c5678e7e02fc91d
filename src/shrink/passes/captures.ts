import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import type { Pass } from '../search.js';

/** TERM in place of KILL, and captures of lower numbers: in all commands at once, then in each. */
export const captures: Pass = function* (sequence) {
  yield { ...sequence, commands: sequence.commands.map(gentle) };
  yield withLowCaptures(sequence);
  for (const [place, command] of sequence.commands.entries()) {
    yield { ...sequence, commands: sequence.commands.with(place, gentle(command)) };
  }
};

/** The sequence with its captures numbered 0, 1, … by first use. */
export function withLowCaptures(sequence: Sequence): Sequence {
  const used: number[] = [];
  const commands = sequence.commands.map((command) => {
    if (!('capture' in command)) return command;
    if (!used.includes(command.capture)) used.push(command.capture);
    return { ...command, capture: used.indexOf(command.capture) };
  });
  return { ...sequence, commands };
}

function gentle(command: Command): Command {
  return command.kind === 'killCapture' ? { ...command, signal: 'TERM' } : command;
}
