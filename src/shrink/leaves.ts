import type { Command } from '../../model/command.js';
import type { LaneCommand } from '../../model/commands/concurrently.js';
import { canRunInLane } from '../../model/laneCommand.js';
import { numbered } from '../../model/numbered.js';

/** The commands with only those single ones left that `keeps` accepts by their numbers. Lanes that are empty go with them, and one lane alone is no block. */
export function keepingLeaves(
  commands: readonly Command[],
  keeps: (number: number) => boolean,
): readonly Command[] {
  const all = numbered(commands);
  return commands.flatMap((command, place): readonly Command[] => {
    const own = all.filter((each) => each.place === place && keeps(each.number));
    if (command.kind !== 'concurrently') return own.length === 0 ? [] : [command];
    const lanes = command.lanes.map(({ offset }, lane) => ({
      offset,
      commands: own.flatMap((each): readonly LaneCommand[] =>
        each.lane === lane && canRunInLane(each.command) ? [each.command] : [],
      ),
    }));
    return asBlock(lanes.filter(({ commands: inLane }) => inLane.length > 0));
  });
}

/** Lanes as a block; what is left of a single lane runs by itself. */
export function asBlock(lanes: Extract<Command, { kind: 'concurrently' }>['lanes']): readonly Command[] {
  const [only, ...others] = lanes;
  if (only === undefined) return [];
  return others.length === 0 ? only.commands : [{ kind: 'concurrently', lanes }];
}
