import type { Sequence } from '../../model/sequence.js';
import type { AnomalyKind } from '../check/anomaly.js';
import type { ServerHistory, Signal } from '../cluster/cluster.js';

/**
 * Why a counterexample fails, as plain data that is exact through JSON. Commands are named by their numbers in the
 * counterexample's sequence, times are ms since the session of the failing run was opened.
 */
export interface Explanation {
  /** Name of the cluster's configuration that it was explained on. */
  readonly cluster: string;
  /** What happened, in one sentence, and where. */
  readonly verdict: Conclusion;
  /** The sequence as it is: what the other tallies are to be compared with. */
  readonly unchanged: Tally;
  /** For each command, in their order: the sequence without it. */
  readonly needed: readonly Removal[];
  /** The same sequence with another failover. */
  readonly failover: readonly Variant[];
  /** What happened to the wrong rows; rows next to each other with the same story are one entry. */
  readonly rows: readonly RowStory[];
  /** What upstream, downstream and the servers between them executed in the failing run; empty where the cluster does not tell. */
  readonly histories: readonly ServerHistory[];
  /** Whether all of it was done, or what ended it before. */
  readonly ended: 'complete' | 'budget' | 'interrupted';
}

/** What several runs of one sequence showed. */
export interface Tally {
  /** Runs that told anything; 0 where there was no time for it. */
  readonly runs: number;
  /** Of these, how many failed as the counterexample does. */
  readonly failed: number;
  /** Every way in which it failed, the most frequent one first. */
  readonly ways: readonly Way[];
}

/** One way in which a sequence failed. */
export interface Way {
  /** Its signature in one line: `lostRows(insert, truncateTable)`. */
  readonly signature: string;
  /** What was wrong in one of these runs, in one line. */
  readonly detail: string;
  /** Whether that is how the counterexample fails. */
  readonly isSame: boolean;
  readonly runs: number;
}

/** The sequence without one command. */
export interface Removal {
  readonly number: number;
  /** Numbers of the commands that no longer applied without it and so were left out as well. */
  readonly pruned: readonly number[];
  readonly tally: Tally;
}

/** How a sequence differs from the counterexample's in its failover. */
export type Change =
  | { readonly kind: 'noKill' }
  /** Every kill by this signal, where some are by the other one. */
  | { readonly kind: 'signal'; readonly signal: Signal }
  /** The kill `number`, and the start of the same capture that follows it, right after command `after`; 0: before the first one. */
  | { readonly kind: 'killMoved'; readonly number: number; readonly after: number }
  /** Only this capture ever runs: the others are killed before the first command, and every kill is one of this capture, started again at once. */
  | { readonly kind: 'oneCapture'; readonly capture: number }
  /** What runs at once, one lane after the other. */
  | { readonly kind: 'inSequence' };

/** The sequence with another failover. */
export interface Variant {
  readonly change: Change;
  /** What was changed, for a person: `no kill`, `kill #5 after #2`. */
  readonly label: string;
  /** The commands as they ran. */
  readonly sequence: Sequence;
  readonly tally: Tally;
}

/** What happened to rows next to each other that have the same story. */
export interface RowStory {
  readonly anomaly: AnomalyKind;
  /** The table of the anomaly. */
  readonly table: string;
  /** Their ids, the lowest and the highest. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Who wrote them, by the token of the first one; null where its data is none. */
  readonly writer: { readonly command: number; readonly token: string } | null;
  /** What each side did to the first of them, in that side's order; empty where its history is not known. */
  readonly upstream: readonly Moment[];
  readonly downstream: readonly Moment[];
  /** The DDL and the kill next to the divergence; null where there is none. */
  readonly ddl: number | null;
  readonly kill: number | null;
  readonly divergence: Divergence | null;
}

/** One thing that happened to a row. */
export interface Moment {
  /** The command whose change it is; null where it is none of the sequence's. */
  readonly command: number | null;
  /** GTID or timestamp, as in the server's history; null where it is told by the trace alone. */
  readonly position: string | null;
  readonly at: number | null;
  /** The capture that brought it; null upstream, and where it is not known. */
  readonly capture: number | null;
  /** What happened, in a few words: `written into p0 of t1`, `gone by TRUNCATE TABLE`. */
  readonly text: string;
}

/** The ways in which one side's course can leave the other's. */
export type DivergenceKind =
  /** Downstream executed a DDL a second time, or tried to. */
  | 'executedTwice'
  /** Downstream never executed a DDL, or never wrote or removed a row. */
  | 'neverExecuted'
  | 'neverWritten'
  | 'neverRemoved'
  /** A row was written after what follows it upstream; `writtenAgain`: not for the first time. */
  | 'writtenLate'
  | 'writtenAgain'
  /** A row was written before what comes before it upstream. */
  | 'writtenEarly'
  /** A DDL was executed before one that comes before it upstream. */
  | 'executedEarly'
  /** A row was written into another table. */
  | 'writtenElsewhere'
  /** A server met what it had done itself before it was killed, and had not recorded. */
  | 'unrecorded'
  /** A server refused a change that is not known to have been executed before. */
  | 'refused'
  /** Replication does not get past a change. */
  | 'stuckAt'
  /** Upstream itself is not what its statements make of it. */
  | 'upstream';

/** Where the one side's course left the other's. */
export interface Divergence {
  readonly kind: DivergenceKind;
  /** The command whose change it is that came twice, late, never. */
  readonly command: number | null;
  /** The command that it came too early or too late for, or that the rows' table changed by. */
  readonly against: number | null;
  /** The capture that did it, where that is known. */
  readonly capture: number | null;
  readonly position: string | null;
  readonly at: number | null;
}

/** The verdict. */
export interface Conclusion {
  /** One sentence; where the evidence does not say what happened, it says so. */
  readonly sentence: string;
  /** The table concerned; null where no single one is. */
  readonly table: string | null;
  /** The commands that the sentence names, the one that went wrong first. */
  readonly commands: readonly number[];
  /** Null where the evidence does not say. */
  readonly divergence: Divergence | null;
}
