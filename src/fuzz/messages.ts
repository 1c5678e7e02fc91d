import type { Sequence } from '../../model/sequence.js';
import type { Anomaly } from '../check/anomaly.js';
import type { Signature } from '../check/signature.js';
import type { ClusterConf } from '../conf/cluster.js';
import type { Replays } from '../shrink/tries.js';
import type { Statistics } from '../search/statistics.js';

/** What a worker is to do; it does one order after the other and answers each, `open` by `ready`. */
export type Order =
  | { readonly type: 'open'; readonly conf: ClusterConf; readonly workload: string }
  | ({ readonly type: 'strand' } & StrandOrder)
  | { readonly type: 'run' }
  | { readonly type: 'shrink'; readonly finding: Finding; readonly how: ShrinkOrder }
  /** Ends shrinking and explaining early; taken while an order is under way, and not answered. */
  | { readonly type: 'stop' };

/** A strand that a worker is to go on with. It is not answered. */
export interface StrandOrder {
  readonly seed: number;
  readonly strand: number;
  /** The number of its next run. */
  readonly run: number;
  readonly guided: boolean;
  /** Sequences that mutants are made of from the beginning. */
  readonly base: readonly Sequence[];
  /** What is kept of the strand itself, where it was interrupted. */
  readonly kept: readonly Kept[];
}

/** A sequence that covered something new, with all that its run covered. */
export interface Kept {
  readonly sequence: Sequence;
  readonly features: readonly string[];
}

/** A failing sequence as it was found. */
export interface Finding {
  /** Up to the command at which its run diverged. */
  readonly sequence: Sequence;
  readonly whole: Sequence;
  readonly signature: Signature;
  readonly anomalies: readonly Anomaly[];
  readonly seed: number;
  readonly run: number;
  /** Seed and path that generate the sequence alone; null where that takes the corpus as well. */
  readonly origin: { readonly seed: number; readonly path: string } | null;
}

/** How a finding is to be shrunk and explained, in minutes, and the folder that its own is made in. */
export interface ShrinkOrder {
  readonly minutes: number;
  readonly explainMinutes: number;
  readonly out: string;
}

/** How long the parts of a run took: ms. */
export type Parts = Readonly<Record<Part, number>>;

/** The parts of a run: drawing its sequence, its commands, its checks, opening and closing its session. */
export const parts = ['drawing', 'commands', 'checks', 'sessions'] as const;

/** The name of a part. */
export type Part = (typeof parts)[number];

/** One run of a strand. */
export interface Ran {
  readonly type: 'ran';
  readonly run: number;
  /** What it adds. */
  readonly statistics: Statistics;
  readonly parts: Parts;
  /** What it covered that its strand had not covered yet. */
  readonly added: readonly string[];
  /** The sequence and all that it covered, where it added something. */
  readonly kept: Kept | null;
  readonly finding: Finding | null;
  /** Why it was inconclusive. */
  readonly reason: string | null;
}

/** What became of a finding. `file`: its `counterexample.json`. */
export interface ShrinkDone {
  readonly type: 'shrunk';
  readonly signature: Signature;
  readonly commands: number;
  readonly reproduction: Replays;
  readonly file: string;
  readonly runs: number;
}

/** What a worker answers. */
export type Answer =
  | { readonly type: 'ready' }
  | Ran
  | ShrinkDone
  /** Sent while it shrinks or explains, now and then: it is not hung. */
  | { readonly type: 'alive' }
  /** It cannot go on: `usage` where what the user gave is no good, else the environment failed. */
  | { readonly type: 'unfit'; readonly kind: 'usage' | 'environment'; readonly message: string };
