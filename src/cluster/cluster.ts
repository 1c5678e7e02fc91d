import type { Command } from '../../model/command.js';
import type { Control } from '../../model/control.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { Dialect } from '../sql/dialect.js';

/** The two ends of replication. */
export type Side = 'upstream' | 'downstream';

/** How a capture is killed: `KILL` (-9) or `TERM`. */
export type Signal = 'KILL' | 'TERM';

/**
 * What became of a command upstream. `insertId` is the first AUTO_INCREMENT id that it was given (rows of one INSERT
 * take consecutive ids). `unknown`: the connection died, so it may or may not have happened.
 */
export type Outcome =
  | { readonly kind: 'ok'; readonly insertId?: number }
  | { readonly kind: 'error'; readonly errno: number; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

/** How waiting for replication ended; `backwards`: downstream's checkpoint fell behind one that it had reached. Positions are checkpoints in the cluster's own terms (GTID, TSO). */
export type Sync =
  | { readonly kind: 'synced'; readonly position: string }
  | { readonly kind: 'stuck'; readonly target: string; readonly reached: string; readonly cause?: string }
  | { readonly kind: 'backwards'; readonly before: string; readonly now: string }
  | { readonly kind: 'failed'; readonly where: string; readonly errno?: number; readonly message: string };

/** A piece of evidence for a counterexample's folder: a log cut to the run, a status. */
export interface Evidence {
  readonly name: string;
  readonly text: string;
}

/**
 * One change that a server has executed in the run's database, as its own record tells (commit log, binlog). `position` (GTID,
 * timestamp) is that of the transaction or DDL, given upstream and the same wherever it is executed.
 */
export interface Executed {
  readonly position: string;
  /** When it was executed: ms since the session was opened; null where the record does not tell. */
  readonly at: number | null;
  /** The capture that brought it; null upstream, and where the record does not tell. */
  readonly capture: number | null;
  readonly change:
    | { readonly kind: 'ddl'; readonly statement: string }
    | { readonly kind: 'write'; readonly table: string; readonly id: number; readonly data: string | null }
    | { readonly kind: 'remove'; readonly table: string; readonly id: number };
}

/** What one server has executed, in its order. `server`: `upstream`, `downstream`, or the name of one in between. */
export interface ServerHistory {
  readonly server: string;
  readonly executed: readonly Executed[];
}

/** One command at its place (from 1) in the sequence; the place names the rows that it writes (`c17.2`). */
export interface Step {
  readonly number: number;
  readonly command: Command;
}

/**
 * Where single commands are carried out one after the other: a session itself, or one lane of it. Every method throws
 * EnvironmentError where the environment fails (a server gone, a disk full).
 */
export interface Connection {
  /**
   * Applies a DDL, DML or transaction upstream. Where the outcome is `unknown` it returns only once the statement can no longer
   * take effect: what is read afterwards is at rest.
   */
  execute(step: Step): Promise<Outcome>;
  /** Kills a capture and returns once it is dead; another one, if any is alive, takes over by itself. */
  kill(capture: number, signal: Signal): Promise<void>;
  /** Starts a dead capture. */
  start(capture: number): Promise<void>;
  /** Does something to replication as a whole; absent where the cluster supports none of these commands. */
  control?(command: Control): Promise<void>;
  /** Lets time pass: ms, real or virtual. */
  wait(ms: number): Promise<void>;
  /** Time since the session was opened: ms, real or virtual. */
  now(): number;
}

/**
 * One run's own database on a cluster. Where a method throws EnvironmentError the run is inconclusive, never a
 * counterexample.
 */
export interface Session extends Connection {
  /** Runs lanes at once, each on a connection of its own, and returns when all have ended. */
  concurrently(lanes: readonly ((connection: Connection) => Promise<void>)[]): Promise<void>;
  /** Waits until downstream has all that upstream has committed, but no longer than `timeout` ms without progress. */
  sync(timeout: number): Promise<Sync>;
  /** Everything in the run's database on one side. */
  snapshot(side: Side): Promise<Snapshot>;
  /** Lines of this run's logs that tell of a crash (`[PANIC]`, `panic:`, `got signal 11`, …). */
  alarms(): Promise<readonly string[]>;
  /** Logs and status of this run, cut to it. */
  evidence(): Promise<readonly Evidence[]>;
  /** What each server has executed in this run, upstream first; absent where the cluster cannot tell. */
  histories?(): Promise<readonly ServerHistory[]>;
  /** Drops the database on both sides; a cluster that the run left broken is replaced at the next `open`. */
  close(): Promise<void>;
}

/** Upstream, captures and downstream. Servers are started once and reused by every session. */
export interface Cluster {
  /** Name of the configuration, for reports. */
  readonly name: string;
  readonly dialect: Dialect;
  /** How many captures there are. */
  readonly captures: number;
  /** Whether the same sequence always ends the same way here. */
  readonly deterministic: boolean;
  /** Whether sessions follow the schedule of their sequence; where they do not, sequences are drawn with schedule 0. */
  readonly followsSchedule: boolean;
  /** Versions of what runs, by component, for reports. */
  readonly versions: Readonly<Record<string, string>>;
  /** Whether this kind of command can be carried out here. */
  supports(kind: Command['kind']): boolean;
  /**
   * Opens a session on a database of its own; one session at a time. `database` begins with `cdcheck_` and must not
   * exist yet. `schedule` is the sequence's: the seed of what the cluster chooses by itself.
   */
  open(database: string, schedule: number): Promise<Session>;
  /** Ends everything that the cluster started. */
  close(): Promise<void>;
}

/** The environment failed: neither a pass nor a counterexample. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** What the user gave cannot be used: one clear line, exit code 2, nothing started. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
