import type { Evidence } from '../cluster/cluster.js';
import type { Explanation } from '../explain/explanation.js';
import type { Trace } from '../run/trace.js';
import type { Dialect } from '../sql/dialect.js';
import type { Counterexample } from './counterexample.js';

/** Everything that a counterexample's folder is made of. */
export interface Findings {
  readonly counterexample: Counterexample;
  /** Null where it was not explained. */
  readonly explanation: Explanation | null;
  readonly dialect: Dialect;
  /** Of the run that failed, as `counterexample.anomalies` are. */
  readonly trace: Trace;
  readonly evidence: readonly Evidence[];
}
