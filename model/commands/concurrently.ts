import { applyIfRight } from '../apply.js';
import { ruleOf, type Command } from '../command.js';
import type { Control } from '../control.js';
import { drawLanes } from '../drawLanes.js';
import type { Rule } from '../rule.js';
import { withUncertain, type State } from '../state.js';

/** A command that can run in a lane: any but a check, which needs everything at rest, another block, and what is done to replication as a whole. */
export type LaneCommand = Exclude<Command, Control | { readonly kind: 'concurrently' | 'check' }>;

/** Commands that run one after the other on a connection of their own, the first one `offset` ms after the block began. */
export interface Lane {
  readonly offset: number;
  readonly commands: readonly LaneCommand[];
}

/** Lanes that run at once. The block ends when the last of them has ended. Each command in it has a number of its own. */
export interface Concurrently {
  readonly kind: 'concurrently';
  readonly lanes: readonly Lane[];
}

/** Always applies: which of its commands succeed depends on how they meet. The state after it is the one that a fair turn of the lanes gives. */
export const concurrently: Rule<Concurrently> = {
  reasons: () => [],
  next: (state, { lanes }, number) => {
    const after = inTurns(lanes, number).reduce(
      (current: State, step) => applyIfRight(current, step.command, step.number),
      state,
    );
    return withUncertain(state, after);
  },
  draw: drawLanes,
  tables: ({ lanes }) => {
    const tables = lanes.flatMap(({ commands }) =>
      commands.flatMap((command) => ruleOf(command.kind).tables(command)),
    );
    return [...new Set(tables)];
  },
};

/** The commands of the lanes, the first of each, then the second of each, and so on, with their numbers, which go on from `first` in the order in which they are written. */
export function inTurns(
  lanes: readonly Lane[],
  first: number,
): readonly { readonly number: number; readonly command: LaneCommand }[] {
  const steps: { turn: number; number: number; command: LaneCommand }[] = [];
  let number = first;
  for (const { commands } of lanes) {
    for (const [turn, command] of commands.entries()) steps.push({ turn, number: number++, command });
  }
  return steps.sort((a, b) => a.turn - b.turn || a.number - b.number);
}
