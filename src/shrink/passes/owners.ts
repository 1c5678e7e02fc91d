import { numbered, type SingleCommand } from '../../../model/numbered.js';
import type { Sequence } from '../../../model/sequence.js';
import { partsOf, pruned } from '../prune.js';
import type { Pass } from '../search.js';

/**
 * Without a kill, with or without the start that follows it, and with the captures that are named from there on
 * changing places: which one keeps the others together depends on who died before, so a kill that only changes that
 * can be left out once the later ones hit the capture in its new place.
 */
export const owners: Pass = function* (sequence, captures) {
  const singles = numbered(sequence.commands).map(({ command }) => command);
  for (const [place, command] of singles.entries()) {
    if (command.kind !== 'killCapture') continue;
    const start = singles.findIndex(
      (each, later) => later > place && each.kind === 'startCapture' && each.capture === command.capture,
    );
    for (let other = 0; other < captures; other++) {
      if (start > 0) yield without(sequence, [place, start], swapping(command.capture, other), captures);
      yield without(sequence, [place], swapping(command.capture, other), captures);
    }
  }
};

function without(
  sequence: Sequence,
  gone: readonly number[],
  swapped: (command: SingleCommand) => SingleCommand,
  captures: number,
): Sequence {
  const from = Math.min(...gone);
  const parts = partsOf(sequence.commands, captures).flatMap((part, place) => {
    if (gone.includes(place)) return [];
    return place < from ? [part] : [{ ...part, command: swapped(part.command) }];
  });
  return { ...sequence, commands: pruned(parts, captures) };
}

function swapping(a: number, b: number): (command: SingleCommand) => SingleCommand {
  return (command) => {
    if (!('capture' in command)) return command;
    const { capture } = command;
    return { ...command, capture: capture === a ? b : capture === b ? a : capture };
  };
}
