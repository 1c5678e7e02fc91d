import { applyIfRight, expectation } from '../../model/apply.js';
import { kinds, ruleOf, type Command, type Kind } from '../../model/command.js';
import { isControl } from '../../model/control.js';
import { pick, type Choose } from '../../model/rule.js';
import type { Space } from '../../model/space.js';
import { emptyState, type State } from '../../model/state.js';

/** Few names and ids, so that commands meet often. */
export const space: Space = {
  normal: ['n1', 'n2'],
  partitioned: ['t1', 't2'],
  layouts: [
    [
      { name: 'p0', lessThan: 20 },
      { name: 'p1', lessThan: 100 },
      { name: 'p2', lessThan: 'MAXVALUE' },
    ],
    [
      { name: 'p0', lessThan: 50 },
      { name: 'p1', lessThan: 100 },
    ],
    [{ name: 'p0', lessThan: 'MAXVALUE' }],
    [
      { name: 'p0', lessThan: 10 },
      { name: 'p1', lessThan: 20 },
      { name: 'p2', lessThan: 40 },
      { name: 'p3', lessThan: 200 },
    ],
  ],
  maxRows: 4,
  maxId: 120,
  maxDelay: 0,
  lanes: [{ count: 3, tables: 'all', commands: 3, weights: { insert: 2, truncateTable: 1 } }],
};

/** Kinds that are SQL and that the server has. */
export function sqlKinds(supports: (kind: Kind) => boolean): readonly Kind[] {
  const others: readonly Kind[] = ['killCapture', 'startCapture', 'wait', 'check', 'concurrently'];
  return kinds.filter((kind) => supports(kind) && !others.includes(kind) && !isControl(kind));
}

/** Every other one of several kinds, so that sequences differ in what they are made of; CREATE TABLE always. */
export function someKinds(choose: Choose, among: readonly Kind[]): readonly Kind[] {
  return among.filter((kind) => kind === 'createTable' || choose.below(2) === 0);
}

/** Commands drawn forward along the model; one in eight is drawn to fail. */
export function drawCommands(choose: Choose, length: number, among: readonly Kind[]): readonly Command[] {
  const commands: Command[] = [];
  let state = emptyState(1);
  while (commands.length < length) {
    const command = drawOne(choose, state, among);
    if (command === null) continue;
    commands.push(command);
    state = applyIfRight(state, command, commands.length);
  }
  return commands;
}

function drawOne(choose: Choose, state: State, among: readonly Kind[]): Command | null {
  const missing = space.normal.concat(space.partitioned).length - state.tables.size;
  const kind = choose.below(8) < missing ? 'createTable' : (pick(choose, among) ?? 'createTable');
  const rule = ruleOf(kind);
  if (choose.below(8) > 0) return rule.draw(state, choose, space);
  const command = rule.drawFailing?.(state, choose, space) ?? null;
  return command !== null && expectation(state, command).kind === 'error' ? command : null;
}

/**
 * The commands of two sequences in turn, some left out: what a shrinker can produce, and more. Many of them must
 * fail, often for several reasons at once.
 */
export function shuffleTogether(
  choose: Choose,
  one: readonly Command[],
  other: readonly Command[],
): readonly Command[] {
  const [left, right] = [[...one], [...other]];
  const mixed: Command[] = [];
  while (left.length + right.length > 0) {
    const command = (choose.below(left.length + right.length) < left.length ? left : right).shift();
    if (command !== undefined && choose.below(3) > 0) mixed.push(command);
  }
  return mixed;
}
