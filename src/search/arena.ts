import type { Sequence } from '../../model/sequence.js';
import type { Cluster } from '../cluster/cluster.js';
import { openCluster } from '../cluster/openCluster.js';
import type { ClusterConf } from '../conf/cluster.js';
import type { Workload } from '../conf/workload.js';
import { Sequences, type SequencesSettings } from '../generate/sequences.js';
import { steeredWeights } from '../generate/steer.js';
import { run, type RunResult } from '../run/run.js';
import type { Runner } from './runner.js';
import { counting, noStatistics, type Statistics } from './statistics.js';

/** Open clusters, each with a runner, and the count of what ran on them. */
export interface Arena {
  readonly cluster: Cluster;
  readonly runners: readonly [Runner, ...Runner[]];
  statistics(): Statistics;
  close(): Promise<void>;
}

/** Opens as many clusters as `conf` has workers. `onRun` is called after every run. */
export async function openArena(conf: ClusterConf, onRun: (statistics: Statistics) => void): Promise<Arena> {
  const opened = await Promise.allSettled(
    Array.from({ length: conf.workers }, (_, worker) => openCluster(conf, worker)),
  );
  const clusters = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(clusters.map((cluster) => cluster.close()));
  };
  const failed = opened.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  let statistics = noStatistics;
  const options = { stuckAfter: conf.stuckAfter * 1000, evidence: true };
  const runnerOn =
    (cluster: Cluster): Runner =>
    async (sequence: Sequence): Promise<RunResult> => {
      const result = await run(sequence, cluster, options);
      statistics = counting(statistics, result);
      onRun(statistics);
      return result;
    };
  const [first, ...others] = clusters;
  if (first === undefined) throw new Error('a cluster has at least one worker');
  return {
    cluster: first,
    runners: [runnerOn(first), ...others.map(runnerOn)],
    statistics: () => statistics,
    close,
  };
}

/** The sequences of a workload, as far as this cluster can carry them out. */
export function sequencesFor(workload: Workload, cluster: Cluster): Sequences {
  return new Sequences(sequencesSettings(workload, cluster));
}

/** What the sequences of a workload are drawn from on this cluster; failures that are known come less often. */
export function sequencesSettings({ known, ...workload }: Workload, cluster: Cluster): SequencesSettings {
  return {
    ...workload,
    weights: steeredWeights(workload.weights, known),
    captures: cluster.captures,
    supports: (kind) => cluster.supports(kind),
    jitter: cluster.followsSchedule,
    thorough: cluster.deterministic,
  };
}
