import type { Command } from '../../model/command.js';
import type { Lane } from '../../model/commands/concurrently.js';
import { canRunInLane } from '../../model/laneCommand.js';
import { numbered, type Numbered, type SingleCommand } from '../../model/numbered.js';

/** A single command of a sequence, and where in a block it runs; null where it runs by itself. */
export interface Leaf {
  readonly command: SingleCommand;
  readonly inLane: InLane | null;
}

/** A place in a block: which block it is (any number that its leaves have in common), which of its lanes, and when that lane begins (ms). */
export interface InLane {
  readonly block: number;
  readonly lane: number;
  readonly offset: number;
}

/** The single commands in the order of their numbers. All editing of sequences is done on them, so that it sees into blocks. */
export function leavesOf(commands: readonly Command[]): readonly Leaf[] {
  return commands.flatMap((command, block): readonly Leaf[] => {
    if (command.kind !== 'concurrently') return [{ command, inLane: null }];
    return command.lanes.flatMap(({ offset, commands: inLane }, lane) =>
      inLane.map((each) => ({ command: each, inLane: { block, lane, offset } })),
    );
  });
}

/** The leaves in groups: those that stand together and run at once, and each other one by itself. One lane alone is no block. */
export function groupsOf<L extends Leaf>(leaves: readonly L[]): readonly (readonly L[])[] {
  const groups: L[][] = [];
  for (const leaf of leaves) {
    const last = groups.at(-1);
    const block = leaf.inLane?.block;
    if (last !== undefined && block !== undefined && last[0]?.inLane?.block === block) last.push(leaf);
    else groups.push([leaf]);
  }
  return groups.flatMap((group) => (lanesIn(group).length > 1 ? [group] : group.map((leaf) => [leaf])));
}

/** The leaves of a block by lanes, in the order in which the lanes first appear. */
export function lanesIn<L extends Leaf>(group: readonly L[]): readonly (readonly L[])[] {
  const lanes = new Map<number, L[]>();
  for (const leaf of group) {
    const lane = leaf.inLane?.lane ?? 0;
    const known = lanes.get(lane);
    if (known === undefined) lanes.set(lane, [leaf]);
    else known.push(leaf);
  }
  return [...lanes.values()];
}

/** The commands that these leaves make. What cannot run in a lane is left out there. */
export function commandsOf(leaves: readonly Leaf[]): readonly Command[] {
  return groupsOf(leaves).map((group): Command => {
    const [only, ...others] = group;
    return others.length === 0 && only !== undefined ? only.command : blockOf(group);
  });
}

/** The block that several lanes make. */
export function blockOf(group: readonly Leaf[]): Extract<Command, { kind: 'concurrently' }> {
  const lanes = lanesIn(group).map((leaves): Lane => ({
    offset: leaves[0]?.inLane?.offset ?? 0,
    commands: leaves.map(({ command }) => command).filter(canRunInLane),
  }));
  return { kind: 'concurrently', lanes };
}

/** The commands with each single one replaced by what `change` makes of it, wherever it stands. */
export function mapSingles(
  commands: readonly Command[],
  change: (each: Numbered) => SingleCommand,
): readonly Command[] {
  const all = numbered(commands);
  return commandsOf(
    leavesOf(commands).map((leaf, place) => {
      const each = all[place];
      return each === undefined ? leaf : { ...leaf, command: change(each) };
    }),
  );
}

/** The commands with another single one in place of the one of this number. */
export function withSingle(
  commands: readonly Command[],
  number: number,
  command: SingleCommand,
): readonly Command[] {
  return mapSingles(commands, (each) => (each.number === number ? command : each.command));
}

/** How many single commands these are. */
export function sizeOf(commands: readonly Command[]): number {
  return numbered(commands).length;
}
