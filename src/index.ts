export type { Anomaly, AnomalyKind, RowDifference, Verdict } from './check/anomaly.js';
export { compare } from './check/compare.js';
export { signatureText, type Signature } from './check/signature.js';
export {
  EnvironmentError,
  UsageError,
  type Cluster,
  type Outcome,
  type Session,
  type Step,
  type Sync,
} from './cluster/cluster.js';
export { chooseCluster, openCluster } from './cluster/openCluster.js';
export { loadCluster, type ClusterConf } from './conf/cluster.js';
export { loadWorkload, type Workload } from './conf/workload.js';
export { explain, type Explained, type Explaining } from './explain/explain.js';
export type { Explanation } from './explain/explanation.js';
export { Sequences } from './generate/sequences.js';
export type { Counterexample } from './report/counterexample.js';
export { loadCounterexample } from './report/loadCounterexample.js';
export { run, type RunOptions, type RunResult } from './run/run.js';
export { hunt, type Caught, type Hunt } from './search/hunt.js';
export { search, type SearchResult, type SearchSettings } from './search/search.js';
export type { Command, Kind } from '../model/command.js';
export type { Rule } from '../model/rule.js';
export type { Sequence } from '../model/sequence.js';
export type { Snapshot } from '../model/snapshot.js';
export type { State } from '../model/state.js';
