import { apply, expectation } from './apply.js';
import { ruleOf, type Kind } from './command.js';
import type { Concurrently, Lane, LaneCommand } from './commands/concurrently.js';
import { canRunInLane } from './laneCommand.js';
import { partOf } from './part.js';
import type { Choose } from './rule.js';
import type { LaneShape, Space } from './space.js';
import { withOnlyTables, type State } from './state.js';

/** How often another kind is tried where the drawn one has nothing to apply to. */
const TRIES = 6;

interface Drawing {
  readonly shape: LaneShape;
  readonly length: number;
  readonly commands: LaneCommand[];
}

/**
 * A block of lanes as the space describes them, each taking part by the toss of a coin and two of them at least. The lanes are drawn in turns along one
 * state, so that in the order of turns everything applies; in others something may be refused, which is no fault.
 */
export function drawLanes(state: State, choose: Choose, space: Space): Concurrently | null {
  const drawings: Drawing[] = [];
  for (const shape of space.lanes) {
    for (let i = 0; i < shape.count; i++) {
      if (choose.below(2) === 0)
        drawings.push({ shape, length: 1 + choose.below(shape.commands), commands: [] });
    }
  }
  let current = state;
  for (let turn = 0; turn < Math.max(0, ...drawings.map(({ length }) => length)); turn++) {
    for (const { shape, length, commands } of drawings) {
      if (turn >= length) continue;
      const command = drawCommand(current, choose, space, shape);
      if (command === null) continue;
      commands.push(command);
      current = apply(current, command, 0);
    }
  }
  const lanes = drawings
    .filter(({ commands }) => commands.length > 0)
    .map(({ commands }): Lane => ({ offset: drawOffset(choose, space), commands }));
  return lanes.length < 2 ? null : { kind: 'concurrently', lanes };
}

function drawCommand(state: State, choose: Choose, space: Space, shape: LaneShape): LaneCommand | null {
  const { tables } = shape;
  const seen = tables === 'all' ? state : withOnlyTables(state, (name) => space[tables].includes(name));
  for (let tries = 0; tries < TRIES; tries++) {
    const kind = drawKind(choose, shape);
    if (kind === undefined) return null;
    const view = kind === 'exchangePartition' || partOf(kind) === 'capture' ? state : seen;
    const command = ruleOf(kind).draw(view, choose, spaceOf(space, shape));
    if (command === null || !canRunInLane(command)) continue;
    if (expectation(state, command).kind !== 'error') return command;
  }
  return null;
}

function drawKind(choose: Choose, { weights }: LaneShape): Kind | undefined {
  const all = Object.entries(weights) as [Kind, number][];
  let dice = choose.below(all.reduce((sum, [, weight]) => sum + weight, 0));
  return all.find(([, weight]) => (dice -= weight) < 0)?.[0];
}

function spaceOf(space: Space, { tables }: LaneShape): Space {
  switch (tables) {
    case 'all':
      return space;
    case 'normal':
      return { ...space, partitioned: [] };
    case 'partitioned':
      return { ...space, normal: [] };
  }
}

function drawOffset(choose: Choose, space: Space): number {
  return choose.below(2) === 0 ? 0 : choose.below(space.maxDelay + 1);
}
