import { parseLog, type LogEntry } from './captureLog.js';
import type { Tso } from './tso.js';

/** A dispatcher that a capture has made for a physical table (0: the stream of DDLs), and the timestamp that it starts from. */
export interface DispatcherCreated {
  readonly at: number;
  readonly tableId: number;
  readonly startTs: Tso;
  readonly dispatcher: string;
}

/** A DDL that a capture has executed downstream; `ignored`: it failed with an error that TiCDC passes over. */
export interface DdlExecuted {
  readonly at: number;
  readonly commitTs: Tso;
  readonly query: string;
  readonly ignored: string | null;
}

/** What holds a changefeed up, as a capture has last logged it. */
export interface Obstacle {
  readonly at: number;
  readonly text: string;
}

/** What one capture's log tells of one changefeed. Times are ms since 1970. */
export interface CaptureFacts {
  readonly dispatchers: readonly DispatcherCreated[];
  readonly ddls: readonly DdlExecuted[];
  readonly obstacle: Obstacle | null;
}

/** Log entries of these kinds tell why a checkpoint does not move. */
const OBSTACLES: readonly string[] = [
  'barrier event is not resolved',
  'barrier event is not being selected',
  'dispatcher not reset',
  'table trigger dispatcher not reset',
  'checkpointTs can not be advanced, since missing capture heartbeat',
];

const EXECUTED = 'Execute DDL succeeded';
const IGNORED = 'Execute DDL failed, but error can be ignored';

/** Fields that say what an obstacle is. */
const TELLING = ['query', 'commitTs', 'coverage', 'blocker', 'node', 'checkpointTs', 'dispatcherID'];

/** What a capture's log tells of this changefeed. */
export function factsOf(log: string, changefeed: string): CaptureFacts {
  const entries = parseLog(log).filter((entry) => isOf(entry, changefeed));
  return {
    dispatchers: entries.flatMap(dispatcherCreated),
    ddls: entries.flatMap(ddlExecuted),
    obstacle:
      entries
        .filter(({ message }) => OBSTACLES.includes(message))
        .map(obstacle)
        .at(-1) ?? null,
  };
}

/** A changefeed is named with its keyspace or without, under one of two keys; an error that is passed over names none. */
function isOf({ message, fields }: LogEntry, changefeed: string): boolean {
  const named = fields['changefeedID'] ?? fields['changefeed'];
  if (named === undefined) return message === IGNORED;
  return named.slice(named.lastIndexOf('/') + 1) === changefeed;
}

function dispatcherCreated({ at, message, fields }: LogEntry): readonly DispatcherCreated[] {
  const startTs = digits(fields['startTs']);
  const tableId = /tableID: (\d+)/.exec(fields['tableSpan'] ?? '')?.[1];
  if (message !== 'new dispatcher created' || startTs === null || tableId === undefined) return [];
  return [{ at, tableId: Number(tableId), startTs, dispatcher: fields['dispatcherID'] ?? '' }];
}

function ddlExecuted({ at, message, fields }: LogEntry): readonly DdlExecuted[] {
  const isIgnored = message === IGNORED;
  const commitTs = digits(fields['commitTs']);
  if ((!isIgnored && message !== EXECUTED) || commitTs === null) return [];
  const query = fields['query'] ?? fields['ddl'] ?? '';
  return [{ at, commitTs, query, ignored: isIgnored ? (fields['error'] ?? message) : null }];
}

function obstacle({ at, message, fields }: LogEntry): Obstacle {
  const told = TELLING.flatMap((key) => {
    const value = fields[key]?.trim();
    return value === undefined ? [] : [`${key} ${value}`];
  });
  return { at, text: told.length === 0 ? message : `${message}: ${told.join(', ')}` };
}

function digits(text: string | undefined): Tso | null {
  return text !== undefined && /^\d+$/.test(text) ? BigInt(text) : null;
}
