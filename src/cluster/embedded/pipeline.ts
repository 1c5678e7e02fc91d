import type { Clock } from './clock.js';
import type { CommitLog, DdlEvent, LogEvent } from './commitLog.js';
import type { Planted } from './faults.js';
import type { Journal } from './journal.js';
import type { Latency } from './latency.js';
import type { Sink } from './sink.js';
import type { Refusal } from './storedTable.js';

/**
 * One life of a capture. `draining`: told to end, it writes its last batch. `dead`: killed, but nobody knows yet, since
 * its session lives on for a lease. `gone`: known to be dead; its work waits to be taken over.
 */
export interface Member {
  readonly capture: number;
  state: 'alive' | 'draining' | 'dead' | 'gone';
  /** The latest timestamp of the commit log when it ended. */
  endedAt: number;
  /** Whether it told the owner, before it ended, how far each of its dispatchers had got. */
  hasHandedOver: boolean;
}

/** Carries the changes of one physical table; the trigger carries none but takes part in every DDL. */
export interface Dispatcher {
  readonly id: number;
  readonly member: Member;
  /** It carries what was committed after this timestamp. */
  readonly start: number;
  /** The events of its physical table; they are added at the end as upstream commits. */
  readonly events: readonly LogEvent[];
  /**
   * For one that was taken over after a crash: the timestamps (from exclusive, to inclusive) of what was committed
   * meanwhile, and when it was opened (virtual ms).
   */
  readonly away: { readonly from: number; readonly to: number; readonly until: number } | null;
  isOpen: boolean;
  /** Places in `events`: all before `taken` have arrived, all rows before `sent` are on their way, all before `done` are done. */
  taken: number;
  sent: number;
  done: number;
  /** Places after `done` that are done already: none, unless rows or DDLs overtake each other. */
  readonly ahead: Set<number>;
  isPulling: boolean;
  /** Virtual ms at which the last rows sent will be written. */
  writtenAt: number;
  /** Counts batches of rows on their way; one more makes those before it void. */
  batch: number;
  /** The DDL that it says it waits for, and the same as the owner has heard it. */
  waits: DdlEvent | null;
  heard: DdlEvent | null;
}

/** All that there is between upstream and downstream. Each mechanism is a file of functions that work on it. */
export interface Pipeline {
  readonly clock: Clock;
  readonly latency: Latency;
  readonly planted: Planted;
  readonly log: CommitLog;
  readonly sink: Sink;
  readonly journal: Journal;
  /** Captures that take part, the longest there first. */
  members: readonly Member[];
  /** The member that keeps the others together, as long as it is not gone. */
  owner: Member;
  /** By physical table. */
  readonly dispatchers: Map<number, Dispatcher>;
  /** All up to this timestamp is downstream, and a capture that starts anew need not look before it. */
  checkpoint: number;
  isPersisting: boolean;
  /** The latest timestamp of the commit log when replication was paused; null while it is not. */
  pausedAt: number | null;
  /** The DDL that the owner is carrying out. */
  carrying: DdlEvent | null;
  /** Why replication has stopped for good. */
  failure: Refusal | null;
  /** Sends the owner the word that a dispatcher waits for a DDL. */
  readonly report: (dispatcher: Dispatcher, ddl: DdlEvent) => void;
}

/** Whether a dispatcher is at work: open, still the one of its physical table, on a capture that is alive. */
export function isRunning(pipeline: Pipeline, dispatcher: Dispatcher): boolean {
  return (
    dispatcher.isOpen &&
    dispatcher.member.state === 'alive' &&
    pipeline.dispatchers.get(dispatcher.id) === dispatcher &&
    pipeline.failure === null
  );
}

/** Stops replication for good: downstream has refused something that it must not refuse. */
export function fail(pipeline: Pipeline, failure: Refusal): void {
  pipeline.failure ??= failure;
  pipeline.journal.note(pipeline.clock.now, 'failed', failure.errno);
}
