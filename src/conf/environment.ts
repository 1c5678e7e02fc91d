import { UsageError } from '../cluster/cluster.js';
import { isPath } from './path.js';
import { isSeed } from './seed.js';

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

/** The folder of the counterexamples that property runs replay first: that of `CDCHECK_KEPT`. */
export function keptFolder(env: NodeJS.ProcessEnv): string {
  const given = env['CDCHECK_KEPT'] ?? '';
  return given === '' ? 'cdcheck-kept' : given;
}

/** Reads `CDCHECK_…`; what is empty counts as unset. Throws UsageError with one line that names the variable. */
export function readEnvironment(env: NodeJS.ProcessEnv): PropertyEnvironment {
  const given = (name: string): string | null => (env[name] === '' ? null : (env[name] ?? null));
  const whole = (name: string, least: number): number | null => {
    const text = given(name);
    if (text === null) return null;
    if (!/^\d{1,10}$/.test(text) || Number(text) < least) {
      throw new UsageError(`${name}=${text}: it must be a whole number from ${least} on`);
    }
    return Number(text);
  };
  const seed = given('CDCHECK_SEED');
  if (seed !== null && !isSeed(seed)) {
    throw new UsageError(`CDCHECK_SEED=${seed}: it must be a whole number of 32 bits`);
  }
  const path = given('CDCHECK_PATH');
  if (path !== null && seed === null) {
    throw new UsageError(`CDCHECK_PATH=${path} goes with CDCHECK_SEED: set the one that was printed with it`);
  }
  if (path !== null && !isPath(path)) {
    throw new UsageError(`CDCHECK_PATH=${path}: it must be a path as cdcheck printed it, such as 17`);
  }
  return {
    cluster: given('CDCHECK_CLUSTER') ?? 'auto',
    workload: given('CDCHECK_WORKLOAD') ?? 'smoke',
    runs: whole('CDCHECK_RUNS', 1) ?? 25,
    seed: seed === null ? null : Number(seed),
    path,
    out: given('CDCHECK_OUT') ?? 'cdcheck-failures',
    shrinkMinutes: whole('CDCHECK_SHRINK_MINUTES', 1) ?? 10,
    explainMinutes: whole('CDCHECK_EXPLAIN_MINUTES', 0) ?? 2,
  };
}
