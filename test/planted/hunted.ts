import type { Command } from '../../model/command.js';
import { isPartOf, type Signature } from '../../src/check/signature.js';
import type { FaultName } from '../../src/cluster/embedded/faults.js';
import { openCluster } from '../../src/cluster/openCluster.js';
import { loadCluster, type ClusterConf } from '../../src/conf/cluster.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { run } from '../../src/run/run.js';
import { sequencesFor } from '../../src/search/arena.js';
import type { Runner } from '../../src/search/runner.js';
import { search, type SearchResult } from '../../src/search/search.js';
import { minima } from './minima.js';
import { options, plainly } from './onEmbedded.js';

/** What is searched for, and where. */
export interface Hunted {
  readonly faults: readonly FaultName[];
  /** Of each fault at each opportunity. */
  readonly probability: number;
  readonly seed: number;
  /** That of one run; only it is carried out. */
  readonly path?: string;
  /** Whether a failure counts, of the run of this number (from 1); others are taken for passes. */
  readonly counts: (signature: Signature, run: number) => boolean;
  readonly shrinks: boolean;
  /** partition-ddl where nothing else is said. */
  readonly workload?: 'partition-ddl' | 'issue-1192';
}

const RUNS = 20_000;

/** The shipped embedded cluster with faults planted in it. */
export function planted(faults: readonly FaultName[], probability: number): ClusterConf {
  return { ...loadCluster('embedded'), kind: 'embedded', faults: [...faults], probability };
}

/** Searches and shrinks as `cdcheck run` does. */
export async function hunted(hunt: Hunted): Promise<SearchResult> {
  const { faults, probability, seed, path, counts, shrinks, workload = 'partition-ddl' } = hunt;
  const conf = planted(faults, probability);
  const cluster = await openCluster(conf);
  let isFound = false;
  let runs = 0;
  const runner: Runner = async (sequence) => {
    runs++;
    const result = await run(sequence, cluster, options);
    const { verdict } = result;
    const isOther = verdict.kind === 'failed' && !counts(verdict.signature, runs);
    return isOther ? { ...result, verdict: { kind: 'passed' } } : result;
  };
  return search(
    {
      sequences: sequencesFor(loadWorkload(workload), cluster),
      runs: RUNS,
      seed,
      ...(path === undefined ? {} : { path }),
      deterministic: cluster.deterministic,
      maxTries: conf.tries,
      stop: () => null,
      stopShrinking: () => (isFound && !shrinks ? 'budget' : null),
      onFailure: () => {
        isFound = true;
      },
    },
    [runner],
  );
}

/** Accepts the failures that show the very kinds of anomaly by which the smallest known sequence of the fault fails. */
export async function failsAs(fault: FaultName): Promise<(signature: Signature) => boolean> {
  const verdict = await plainly(minima[fault]?.minima[0] ?? [], [fault]);
  const wanted = verdict.kind === 'failed' ? verdict.signature : {};
  return (signature) => Object.keys(signature).every((name) => name in wanted) && isPartOf(signature, wanted);
}

/** Whether these are commands of a smallest sequence that is known of the fault. */
export function isMinimum(fault: FaultName, commands: readonly Command[]): boolean {
  const text = JSON.stringify(commands);
  return (minima[fault]?.minima ?? []).some((known) => JSON.stringify(known) === text);
}
