import { applyIfRight, expectation } from '../../model/apply.js';
import { ruleOf, type Command, type Kind } from '../../model/command.js';
import { pick, type Choose } from '../../model/rule.js';
import type { Space } from '../../model/space.js';
import { emptyState, type State } from '../../model/state.js';
import { boost, nextTable, startsNow } from './biases.js';
import { partOf } from './kinds.js';
import type { Swarm } from './swarm.js';

/** How long a run is and how much of it fails on purpose. */
export interface RunShape {
  /** Commands, CREATE TABLEs included; fewer only where nothing more applies. */
  readonly length: number;
  /** How many captures there are. */
  readonly captures: number;
  /** Share of the commands that are drawn to fail. */
  readonly failing: number;
}

/** How often another kind is tried where the drawn one has nothing to apply to. */
const TRIES = 12;

/** Draws the commands of one run forward along the model: CREATE TABLE of its tables, then one after the other what applies. */
export function drawRun(choose: Choose, swarm: Swarm, shape: RunShape): readonly Command[] {
  const commands: Command[] = [];
  let state = emptyState(shape.captures);
  let last: string | undefined;
  const add = (command: Command): void => {
    commands.push(command);
    state = applyIfRight(state, command, commands.length);
    last = ruleOf(command.kind).tables(command)[0] ?? last;
  };
  for (const table of swarm.created.slice(0, shape.length)) add(createOf(choose, table, swarm.space));
  while (commands.length < shape.length) {
    const isLast = commands.length === shape.length - 1;
    const command =
      drawFailing(choose, state, swarm, shape.failing) ??
      drawStart(choose, state, swarm, isLast) ??
      drawApplying(choose, state, swarm, last, commands.at(-1)?.kind, isLast);
    if (command === null) break;
    add(command);
  }
  return commands.slice(0, 1 + commands.findLastIndex(({ kind }) => !isIdle(kind)));
}

/** Nothing can be lost by a run's last command if it is one of these. */
function isIdle(kind: Kind): boolean {
  return partOf(kind) === 'pause' || kind === 'startCapture';
}

function createOf(choose: Choose, table: string, space: Space): Command {
  const isPartitioned = space.partitioned.includes(table);
  const partitions = isPartitioned ? (pick(choose, space.layouts) ?? null) : null;
  return { kind: 'createTable', table, partitions };
}

function drawFailing(choose: Choose, state: State, swarm: Swarm, share: number): Command | null {
  if (choose.below(1000) >= share * 1000) return null;
  const kind = pick(choose, [...swarm.kinds.keys()]);
  if (kind === undefined) return null;
  const command = ruleOf(kind).drawFailing?.(state, choose, swarm.space) ?? null;
  return command !== null && expectation(state, command).kind === 'error' ? command : null;
}

/** Starting a capture as the last command is left out: the check at the end starts one where none is alive. */
function drawStart(choose: Choose, state: State, swarm: Swarm, isLast: boolean): Command | null {
  if (isLast || state.alive.length === state.captures || !swarm.kinds.has('killCapture')) return null;
  return startsNow(choose) ? ruleOf('startCapture').draw(state, choose, swarm.space) : null;
}

function drawApplying(
  choose: Choose,
  state: State,
  swarm: Swarm,
  last: string | undefined,
  previous: Kind | undefined,
  isLast: boolean,
): Command | null {
  const kinds: [Kind, number][] = [];
  for (const [kind, weight] of swarm.kinds) {
    if (isLast && isIdle(kind)) continue;
    kinds.push([kind, weight * boost(previous, kind)]);
  }
  for (let tries = 0; tries < TRIES; tries++) {
    const kind = pickWeighted(choose, kinds);
    if (kind === undefined) return null;
    const command = ruleOf(kind).draw(viewFor(choose, state, kind, last), choose, swarm.space);
    if (command !== null && expectation(state, command).kind !== 'error') return command;
  }
  return drawAny(choose, state, swarm);
}

/** Where the dice found nothing: the first kind that applies; with every table gone that is mostly CREATE TABLE. */
function drawAny(choose: Choose, state: State, swarm: Swarm): Command | null {
  for (const kind of swarm.kinds.keys()) {
    const command =
      partOf(kind) === 'ddl' || partOf(kind) === 'dml' ? ruleOf(kind).draw(state, choose, swarm.space) : null;
    if (command !== null && expectation(state, command).kind !== 'error') return command;
  }
  return null;
}

/** Kinds that pick among several tables, or among names that no table has, need to see all of them. */
const SEES_ALL: ReadonlySet<Kind> = new Set([
  'createTable',
  'recoverTable',
  'renameTable',
  'exchangePartition',
  'transaction',
]);

/** The state as the rule shall see it: with one table only, so that the rule's own draw lands there. */
function viewFor(choose: Choose, state: State, kind: Kind, last: string | undefined): State {
  if (SEES_ALL.has(kind) || state.tables.size < 2) return state;
  const name = nextTable(choose, last, [...state.tables.keys()]);
  const table = name === undefined ? undefined : state.tables.get(name);
  return name === undefined || table === undefined ? state : { ...state, tables: new Map([[name, table]]) };
}

function pickWeighted(choose: Choose, kinds: readonly (readonly [Kind, number])[]): Kind | undefined {
  const scale = 1_000_000;
  let total = 0;
  for (const [, weight] of kinds) total += weight;
  let left = (choose.below(scale) / scale) * total;
  for (const [kind, weight] of kinds) {
    left -= weight;
    if (left < 0) return kind;
  }
  return kinds.at(-1)?.[0];
}
