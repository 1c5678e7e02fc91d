import { applyIfRight, expectation } from '../../model/apply.js';
import { ruleOf, type Command } from '../../model/command.js';
import { countOf } from '../../model/numbered.js';
import type { Choose } from '../../model/rule.js';
import type { Space } from '../../model/space.js';
import { emptyState, withTables, type State } from '../../model/state.js';
import { isIdle } from '../generate/kinds.js';

/** A command of a sequence that is being changed, a block with all of its lanes, and whether it applied before. */
export interface Step {
  readonly command: Command;
  readonly applied: boolean;
}

/** The commands with, for each, whether it applies where they run as they stand. */
export function stepsOf(commands: readonly Command[], captures: number): readonly Step[] {
  let state = emptyState(captures);
  let number = 1;
  return commands.map((command) => {
    const applied = isRight(state, command);
    state = applyIfRight(state, command, number);
    number += countOf(command);
    return { command, applied };
  });
}

/** The state before the step at this place. */
export function stateAt(steps: readonly Step[], place: number, captures: number): State {
  let state = emptyState(captures);
  let number = 1;
  for (const { command } of steps.slice(0, place)) {
    state = applyIfRight(state, command, number);
    number += countOf(command);
  }
  return state;
}

/**
 * Commands of which nearly all apply again after a change: one that applied before and no longer does is drawn anew, of the same
 * kind and where it can be on the same table, or left out where nothing of its kind applies. One that is there to fail stays. What is
 * idle at the end goes.
 */
export function repaired(
  steps: readonly Step[],
  captures: number,
  choose: Choose,
  space: Space,
): readonly Command[] {
  const commands: Command[] = [];
  let state = emptyState(captures);
  let number = 1;
  for (const { command, applied } of steps) {
    const found = !applied || isRight(state, command) ? command : drawnAgain(state, command, choose, space);
    if (found === null) continue;
    commands.push(found);
    state = applyIfRight(state, found, number);
    number += countOf(found);
  }
  return commands.slice(0, 1 + commands.findLastIndex(({ kind }) => !isIdle(kind)));
}

function drawnAgain(state: State, command: Command, choose: Choose, space: Space): Command | null {
  const rule = ruleOf(command.kind);
  const [name = ''] = rule.tables(command);
  const table = state.tables.get(name);
  const views = table === undefined ? [state] : [withTables(state, new Map([[name, table]])), state];
  for (const view of views) {
    const drawn = rule.draw(view, choose, space);
    if (drawn !== null && isRight(state, drawn)) return drawn;
  }
  return null;
}

/** Whether a command applies; a block, if any table that it concerns is there. */
function isRight(state: State, command: Command): boolean {
  if (command.kind === 'concurrently') {
    const tables = ruleOf(command.kind).tables(command);
    return tables.length === 0 || tables.some((table) => state.tables.has(table));
  }
  return expectation(state, command).kind !== 'error';
}
