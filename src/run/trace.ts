import type { SingleCommand } from '../../model/numbered.js';
import type { Outcome, Sync } from '../cluster/cluster.js';
import type { Snapshot } from '../../model/snapshot.js';

/** One command as it went. Times are ms since the session was opened. */
export interface CommandEntry {
  readonly type: 'command';
  readonly number: number;
  readonly command: SingleCommand;
  /** Place (from 0) in the sequence of the block that it is in, and of its lane in the block; absent outside of blocks. */
  readonly block?: number;
  readonly lane?: number;
  readonly start: number;
  readonly end: number;
  readonly outcome: Outcome;
}

/** One check as it went: how catching up ended, and what each side then held (downstream: null where it had not caught up). */
export interface CheckEntry {
  readonly type: 'check';
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly sync: Sync;
  readonly model: Snapshot;
  readonly upstream: Snapshot;
  readonly downstream: Snapshot | null;
}

/** Everything that was seen of a run, in order. */
export type Trace = readonly (CommandEntry | CheckEntry)[];
