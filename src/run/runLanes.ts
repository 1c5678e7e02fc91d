import type { Concurrently, LaneCommand } from '../../model/commands/concurrently.js';
import { canRunInLane } from '../../model/laneCommand.js';
import { isCertain } from '../../model/certain.js';
import { explainBlock } from '../../model/lanes/explainBlock.js';
import type { Happened } from '../../model/lanes/happened.js';
import { isDdl, isDml } from '../../model/part.js';
import { withAlive, type State } from '../../model/state.js';
import { EnvironmentError, type Connection, type Session } from '../cluster/cluster.js';
import type { Dialect } from '../sql/dialect.js';
import type { Progress } from './carryOut.js';
import { perform } from './perform.js';
import { said } from './said.js';
import type { CommandEntry, Trace } from './trace.js';
import { unexplained, unexpectedError } from './unexplained.js';

/** A block of a sequence, the number of its first command and its place. */
export interface Block {
  readonly command: Concurrently;
  readonly number: number;
  readonly place: number;
}

/**
 * Carries out the lanes of a block at once and appends what was seen to `trace`. Then nothing is under way any more and upstream is read: the model goes on
 * from what it shows, if some order of the commands explains that. Throws EnvironmentError where there were too many orders to tell.
 */
export async function runLanes(
  session: Session,
  dialect: Dialect,
  before: State,
  block: Block,
  trace: Trace[number][],
): Promise<Progress> {
  const observed = await observe(session, before, block);
  trace.push(...observed.entries.map(({ entry }) => entry));
  const odd = observed.entries.flatMap(({ entry }) => unexpectedError(dialect, entry));
  if (odd.length > 0) return { anomalies: odd };
  const happened = observed.entries.flatMap((each): Happened[] => {
    const { number, command, outcome } = each.entry;
    if (!canRunInLane(command) || !isOnTables(command)) return [];
    const ended = outcome.kind === 'unknown' ? Infinity : each.ended;
    return [{ number, command, began: each.began, ended, said: said(dialect, command, outcome) }];
  });
  const seen = await session.snapshot('upstream');
  const explained = explainBlock(before, happened, seen);
  switch (explained.kind) {
    case 'impossible':
      return { anomalies: unexplained(explained.unexplained, seen, trace) };
    case 'undecided':
      throw new EnvironmentError(
        `the block at place ${block.place + 1}: its commands met in too many ways to tell whether upstream is right`,
      );
    case 'explained':
      return {
        state: withAlive(explained.state, observed.alive),
        applied: explained.order.map(({ happened: { number, command }, ids }) => ({ number, command, ids })),
      };
  }
}

/** A command as it went, and when it began and ended in the order in which this process saw it. */
interface Observed {
  readonly entry: CommandEntry;
  readonly began: number;
  readonly ended: number;
}

async function observe(
  session: Session,
  before: State,
  { command: { lanes }, number: first, place }: Block,
): Promise<{ readonly entries: readonly Observed[]; readonly alive: readonly number[] }> {
  const entries: Observed[] = [];
  let alive = before.alive;
  /** Tables thrown away in this block: what comes back by their names comes from it. */
  const thrownAway = new Set<string>();
  let [clock, isOver, number] = [0, false, first];
  const applies = (command: LaneCommand): boolean => {
    switch (command.kind) {
      case 'killCapture':
        return alive.includes(command.capture);
      case 'startCapture':
        return !alive.includes(command.capture) && command.capture < before.captures;
      case 'recoverTable':
      case 'flashbackTable':
        return thrownAway.has(command.table) || isCertain(before, command);
      default:
        return true;
    }
  };
  const carryOut = async (
    connection: Connection,
    lane: number,
    command: LaneCommand,
    own: number,
  ): Promise<void> => {
    if (isOnTables(command) && !applies(command)) return;
    const began = clock++;
    const entry = await perform(noting(connection), { number: own, command }, () => applies(command));
    if (entry === null) return;
    entries.push({ entry: { ...entry, block: place, lane }, began, ended: clock++ });
    const isDrop = command.kind === 'dropTable' || command.kind === 'truncateTable';
    if (isDrop && entry.outcome.kind === 'ok') thrownAway.add(command.table);
  };
  // Whoever comes next must know at once who is alive, so it is noted before the kill or start takes its time.
  const noting = (connection: Connection): Connection => ({
    execute: (step) => connection.execute(step),
    wait: (ms) => connection.wait(ms),
    now: () => connection.now(),
    kill: (capture, signal) => {
      alive = alive.filter((each) => each !== capture);
      return connection.kill(capture, signal);
    },
    start: (capture) => {
      alive = [...alive, capture];
      return connection.start(capture);
    },
  });
  const bodies = lanes.map(({ offset, commands }, lane) => {
    const numbers = commands.map(() => number++);
    return async (connection: Connection): Promise<void> => {
      if (offset > 0) await connection.wait(offset);
      for (const [i, command] of commands.entries()) {
        if (isOver) return;
        await carryOut(connection, lane, command, numbers[i] ?? 0).catch((error: unknown) => {
          isOver = true;
          throw error;
        });
      }
    };
  });
  await session.concurrently(bodies);
  return { entries, alive };
}

function isOnTables(command: LaneCommand): boolean {
  return isDdl(command) || isDml(command);
}
