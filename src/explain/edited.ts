import type { Command } from '../../model/command.js';
import { numbered, type Numbered, type SingleCommand } from '../../model/numbered.js';
import { partsOf, pruned, type Part } from '../shrink/prune.js';

/** What takes the place of a single command: nothing, the command, or several; in a lane they follow one another there. */
export type Edit = (each: Numbered) => readonly SingleCommand[];

/** The commands with each single one edited, and `first` before all of them. What applied before and no longer does is left out. */
export function edited(
  commands: readonly Command[],
  captures: number,
  edit: Edit,
  first: readonly SingleCommand[] = [],
): readonly Command[] {
  const all = numbered(commands);
  const parts = partsOf(commands, captures).flatMap((part, place): readonly Part[] => {
    const each = all[place];
    return each === undefined ? [] : edit(each).map((command) => ({ ...part, command }));
  });
  const before = first.map((command): Part => ({ command, applied: true, inLane: null }));
  return pruned([...before, ...parts], captures);
}
