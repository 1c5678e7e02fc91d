import type { Sequence } from '../../model/sequence.js';
import type { Anomaly } from '../check/anomaly.js';
import type { Signature } from '../check/signature.js';
import type { ClusterConf } from '../conf/cluster.js';
import type { ShrinkStep } from '../search/shrinkFailure.js';
import type { Replays } from '../shrink/tries.js';

/** Version of the file's format: a file of another one is refused. */
export const COUNTEREXAMPLE_VERSION = 2;

/** A failing sequence, shrunk, with everything that is needed to see it fail again. */
export interface Counterexample {
  readonly format: 'cdcheck counterexample';
  readonly version: typeof COUNTEREXAMPLE_VERSION;
  readonly sequence: Sequence;
  readonly signature: Signature;
  readonly anomalies: readonly Anomaly[];
  /** How often `sequence` failed when it was confirmed at the end. */
  readonly reproduction: Replays;
  /** The sequence as it was generated, and where: with this seed and path the same one is generated again; not where `path` is empty. */
  readonly found: {
    readonly seed: number;
    readonly path: string;
    readonly sequence: Sequence;
    /** How often it failed when it was run again before shrinking. */
    readonly reproduction: Replays;
  };
  readonly shrinking: {
    /** Runs that shrinking took. */
    readonly runs: number;
    /** The candidates that it accepted, in order. */
    readonly steps: readonly ShrinkStep[];
    /** Whether it came to its end; if not, `cdcheck shrink` goes on. */
    readonly complete: boolean;
  };
  readonly cluster: {
    readonly conf: ClusterConf;
    readonly versions: Readonly<Record<string, string>>;
    /** How many captures there were. */
    readonly captures: number;
  };
  readonly workload: string;
}
