import { apply, expectation } from '../../model/apply.js';
import { ruleOf, type Command, type Kind } from '../../model/command.js';
import { pick, type Choose } from '../../model/rule.js';
import type { Space } from '../../model/space.js';
import { emptyState, withTables, type State } from '../../model/state.js';
import { nextTable, startsNow } from './biases.js';
import { isIdle } from './kinds.js';
import { Odds } from './odds.js';
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
  const odds = new Odds(swarm.kinds);
  const commands: Command[] = [];
  let state = emptyState(shape.captures);
  let table: string | undefined;
  const add = (command: Command, applies: boolean): void => {
    commands.push(command);
    if (applies) state = apply(state, command, commands.length);
    table = ruleOf(command.kind).tables(command)[0] ?? table;
  };
  const isLast = (): boolean => commands.length === shape.length - 1;
  const drawKind = (): Kind | undefined => odds.draw(choose, commands.at(-1)?.kind, isLast());
  for (const name of swarm.created.slice(0, shape.length)) add(createOf(choose, name, swarm.space), true);
  while (commands.length < shape.length) {
    const failing = drawFailing(choose, state, swarm, shape.failing);
    const command =
      failing ??
      (isLast() ? null : drawStart(choose, state, swarm)) ??
      drawApplying(choose, state, swarm, table, drawKind) ??
      drawAny(choose, state, swarm);
    if (command === null) break;
    add(command, failing === null);
  }
  return commands.slice(0, 1 + commands.findLastIndex(({ kind }) => !isIdle(kind)));
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

function drawStart(choose: Choose, state: State, swarm: Swarm): Command | null {
  if (state.alive.length === state.captures || !swarm.kinds.has('killCapture')) return null;
  return startsNow(choose) ? ruleOf('startCapture').draw(state, choose, swarm.space) : null;
}

function drawApplying(
  choose: Choose,
  state: State,
  swarm: Swarm,
  lastTable: string | undefined,
  drawKind: () => Kind | undefined,
): Command | null {
  for (let tries = 0; tries < TRIES; tries++) {
    const kind = drawKind();
    if (kind === undefined) return null;
    const command = ruleOf(kind).draw(viewFor(choose, state, kind, lastTable), choose, swarm.space);
    if (command !== null && expectation(state, command).kind !== 'error') return command;
  }
  return null;
}

/** Where the dice found nothing: the first kind that applies; with every table gone that is CREATE TABLE. */
function drawAny(choose: Choose, state: State, swarm: Swarm): Command | null {
  for (const kind of swarm.kinds.keys()) {
    const command = isIdle(kind) ? null : ruleOf(kind).draw(state, choose, swarm.space);
    if (command !== null && expectation(state, command).kind !== 'error') return command;
  }
  return null;
}

/** Kinds that pick among several tables, or among names that no table has, need to see all of them. */
const SEES_ALL: ReadonlySet<Kind> = new Set([
  'createTable',
  'recoverTable',
  'flashbackTable',
  'renameTable',
  'exchangePartition',
  'transaction',
]);

/** The state as the rule shall see it: with one table only, so that the rule's own draw lands there. */
function viewFor(choose: Choose, state: State, kind: Kind, lastTable: string | undefined): State {
  if (SEES_ALL.has(kind) || state.tables.size < 2) return state;
  const name = nextTable(choose, lastTable, [...state.tables.keys()]);
  const table = name === undefined ? undefined : state.tables.get(name);
  return name === undefined || table === undefined ? state : withTables(state, new Map([[name, table]]));
}
