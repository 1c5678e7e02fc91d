import { numbered, type SingleCommand } from '../../../model/numbered.js';
import type { Sequence } from '../../../model/sequence.js';
import { mapSingles, withSingle } from '../leaves.js';
import type { Pass } from '../search.js';

/** TERM in place of KILL, and captures of lower numbers: in all commands at once, then in each. */
export const captures: Pass = function* (sequence) {
  yield { ...sequence, commands: mapSingles(sequence.commands, ({ command }) => gentle(command)) };
  yield withLowCaptures(sequence);
  for (const { number, command } of numbered(sequence.commands)) {
    if (command.kind !== 'killCapture') continue;
    yield { ...sequence, commands: withSingle(sequence.commands, number, gentle(command)) };
  }
};

/** The sequence with its captures numbered 0, 1, … by first use. */
export function withLowCaptures(sequence: Sequence): Sequence {
  const used: number[] = [];
  const commands = mapSingles(sequence.commands, ({ command }) => {
    if (!('capture' in command)) return command;
    if (!used.includes(command.capture)) used.push(command.capture);
    return { ...command, capture: used.indexOf(command.capture) };
  });
  return { ...sequence, commands };
}

function gentle(command: SingleCommand): SingleCommand {
  return command.kind === 'killCapture' ? { ...command, signal: 'TERM' } : command;
}
