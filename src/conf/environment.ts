import { UsageError } from '../cluster/cluster.js';
import { isPath } from './path.js';

/** What the property runs take from the environment. */
export interface PropertyEnvironment {
  readonly cluster: string;
  readonly workload: string;
  readonly runs: number;
  readonly seed: number | null;
  readonly path: string | null;
  readonly out: string;
  /** Budget of shrinking: minutes. */
  readonly shrinkMinutes: number;
  /** Budget of explaining: minutes. */
  readonly explainMinutes: number;
}

/** Reads `CDCHECK_…`. Throws UsageError with one line that names the variable. */
export function readEnvironment(env: NodeJS.ProcessEnv): PropertyEnvironment {
  const whole = (name: string, least: number): number | null => {
    const text = env[name];
    if (text === undefined || text === '') return null;
    const value = Number(text);
    if (!Number.isInteger(value) || value < least) {
      throw new UsageError(`${name}=${text}: it must be a whole number from ${least} on`);
    }
    return value;
  };
  const seed = whole('CDCHECK_SEED', -(2 ** 31));
  const path = env['CDCHECK_PATH'] ?? null;
  if (path !== null && seed === null) {
    throw new UsageError(`CDCHECK_PATH=${path} goes with CDCHECK_SEED: set the one that was printed with it`);
  }
  if (path !== null && !isPath(path)) {
    throw new UsageError(`CDCHECK_PATH=${path}: it must be a path as cdcheck printed it, such as 17`);
  }
  return {
    cluster: env['CDCHECK_CLUSTER'] ?? 'auto',
    workload: env['CDCHECK_WORKLOAD'] ?? 'smoke',
    runs: whole('CDCHECK_RUNS', 1) ?? 25,
    seed,
    path,
    out: env['CDCHECK_OUT'] ?? 'cdcheck-failures',
    shrinkMinutes: whole('CDCHECK_SHRINK_MINUTES', 1) ?? 10,
    explainMinutes: whole('CDCHECK_EXPLAIN_MINUTES', 0) ?? 2,
  };
}
