import type { Command } from '../../model/command.js';
import { canRunInLane } from '../../model/laneCommand.js';
import { numbered, type Numbered, type SingleCommand } from '../../model/numbered.js';
import { asBlock } from '../shrink/leaves.js';
import { partsOf, prune, type Part } from '../shrink/prune.js';

/** What takes the place of a single command: nothing, the command, or several; in a lane they follow one another there. */
export type Edit = (each: Numbered) => readonly SingleCommand[];

/**
 * The commands with each single one edited, and `first` before all of them. What applied before and no longer does is left out, unless
 * it stands in a block. Lanes that are empty go, and one lane alone is no block.
 */
export function edited(
  commands: readonly Command[],
  captures: number,
  edit: Edit,
  first: readonly SingleCommand[] = [],
): readonly Command[] {
  const all = numbered(commands);
  const parts = partsOf(commands, captures).flatMap(({ command, applied }, place): readonly Part[] => {
    const own = all.filter((each) => each.place === place);
    if (command.kind !== 'concurrently')
      return own.flatMap(edit).map((single) => ({ command: single, applied }));
    const lanes = command.lanes.map(({ offset }, lane) => ({
      offset,
      commands: own
        .filter((each) => each.lane === lane)
        .flatMap(edit)
        .filter(canRunInLane),
    }));
    return asBlock(lanes.filter((lane) => lane.commands.length > 0)).map((each) => ({
      command: each,
      applied,
    }));
  });
  const before = first.map((command) => ({ command, applied: true }));
  return prune([...before, ...parts], captures).map(({ command }) => command);
}
