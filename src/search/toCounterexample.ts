import type { Sequence } from '../../model/sequence.js';
import type { Cluster } from '../cluster/cluster.js';
import type { ClusterConf } from '../conf/cluster.js';
import { COUNTEREXAMPLE_VERSION, type Counterexample } from '../report/counterexample.js';
import type { Replays } from '../shrink/tries.js';
import type { FailingSequence } from './shrinkFound.js';

/** Where a failing sequence was found: what generates it again, and how often it failed when it was replayed. */
export interface Origin {
  readonly seed: number;
  readonly path: string;
  readonly sequence: Sequence;
  readonly replayed: Replays;
  readonly workload: string;
  /** What earlier shrinking of it took. */
  readonly shrinking: Pick<Counterexample['shrinking'], 'runs' | 'steps'>;
}

/** What is kept of a failing sequence. */
export function toCounterexample(
  shrunk: FailingSequence,
  origin: Origin,
  conf: ClusterConf,
  cluster: Cluster,
): Counterexample {
  return {
    format: 'cdcheck counterexample',
    version: COUNTEREXAMPLE_VERSION,
    sequence: shrunk.sequence,
    signature: shrunk.signature,
    anomalies: shrunk.failure.verdict.anomalies,
    reproduction: shrunk.confirmed,
    found: {
      seed: origin.seed,
      path: origin.path,
      sequence: origin.sequence,
      reproduction: origin.replayed,
    },
    shrinking: {
      runs: origin.shrinking.runs + shrunk.runs,
      steps: [
        ...origin.shrinking.steps,
        ...shrunk.steps.map((step) => ({ ...step, runs: origin.shrinking.runs + step.runs })),
      ],
      complete: shrunk.complete,
    },
    cluster: { conf, versions: cluster.versions, captures: cluster.captures },
    workload: origin.workload,
  };
}
