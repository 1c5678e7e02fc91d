import type { Sequence } from '../../model/sequence.js';
import type { Anomaly } from '../check/anomaly.js';
import type { Signature } from '../check/signature.js';
import type { Cluster } from '../cluster/cluster.js';
import { reproductionText } from '../report/reproductionText.js';
import type { Budget } from '../search/budget.js';
import type { Failure, Runner } from '../search/runner.js';
import type { Replays } from '../shrink/tries.js';
import { Commands } from './commands.js';
import type { Conclusion, Explanation, Tally } from './explanation.js';
import { wrongText } from './phrases.js';
import { removalsOf } from './removals.js';
import { sceneOf } from './scene.js';
import { storiesOf } from './stories.js';
import { Runs } from './runs.js';
import { noRuns } from './tallies.js';
import { variantsOf } from './variants.js';
import { verdictOn } from './verdict.js';

/** What is to be explained. */
export interface Explained {
  readonly sequence: Sequence;
  /** How it fails, and what was wrong. */
  readonly signature: Signature;
  readonly anomalies: readonly Anomaly[];
  /** How often it fails on the cluster that it was found on. */
  readonly reproduction: Replays;
  /** Name of the cluster's configuration that it was found on, where it fails as often as `reproduction` says. */
  readonly foundOn: string;
}

/** Where and how. */
export interface Explaining {
  readonly cluster: Cluster;
  readonly runners: readonly Runner[];
  /** A run of the sequence that failed, if there is one at hand; else it is run until it fails. */
  readonly failure: Failure | null;
  /** Runs of one sequence, at the most. */
  readonly maxTries: number;
  /** Asked before each run, which it never cuts in two; it has been started. */
  readonly budget: Budget;
  /** Whether to do all of it, or to compare failovers only. */
  readonly what: 'all' | 'failover';
}

/**
 * Explains a counterexample: what happens without each of its commands and with other failovers, and what happened to the wrong rows. How
 * often each of these runs follows from how often the counterexample fails. Whatever ends it early, what there is by then is explained.
 */
export async function explain(target: Explained, how: Explaining): Promise<Explanation> {
  const { sequence, anomalies } = target;
  const { cluster, what } = how;
  const runs = new Runs(target, how);
  const seen = how.failure ?? (await runs.untilItFails());
  const removals = what === 'all' ? removalsOf(sequence, cluster.captures) : [];
  const variants = variantsOf(sequence, cluster.captures);
  const tallies = await runs.of(seen === null ? [] : [...removals, ...variants]);
  const needed = removals.map(({ number, pruned }, place) => ({
    number,
    pruned,
    tally: tallies[place] ?? noRuns,
  }));
  const failover = variants.map((variant, place) => ({
    ...variant,
    tally: tallies[removals.length + place] ?? noRuns,
  }));
  const { unchanged, ended } = runs;
  const told = { cluster: cluster.name, unchanged, needed, failover, ended };
  if (seen === null) return { ...told, verdict: notAgain(anomalies, unchanged), rows: [], histories: [] };
  const histories = seen.histories ?? [];
  const scene = sceneOf(new Commands(sequence.commands), seen.trace, histories, cluster.dialect);
  const stories = storiesOf(seen.verdict.anomalies, scene);
  const findings = { anomalies: seen.verdict.anomalies, stories, scene, enough: runs.enough, needed };
  return { ...told, verdict: verdictOn(findings, cluster.dialect), rows: stories, histories };
}

/** The counterexample never failed again: there is no run to tell how it happened. */
function notAgain(anomalies: readonly Anomaly[], unchanged: Tally): Conclusion {
  const [anomaly] = anomalies;
  const what = anomaly === undefined ? 'it failed' : wrongText(anomaly);
  return {
    sentence: `${what}: it failed in ${reproductionText(unchanged)} here, so there is no evidence of how`,
    table: anomaly?.table ?? null,
    commands: [],
    divergence: null,
  };
}
