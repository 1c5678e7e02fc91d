import type { Candidate } from './search.js';

/** Of `runs` runs of one sequence, `failed` failed in the way that is looked for. */
export interface Replays {
  readonly failed: number;
  readonly runs: number;
}

/**
 * The rate at which a sequence fails, estimated from replays of it; 0 where none failed, since then there is nothing to shrink
 * by. Otherwise Laplace's rule of succession, which never says 1: that all of a few replays failed is
 * no proof that all do.
 */
export function rateOf({ failed, runs }: Replays): number {
  return failed === 0 ? 0 : (failed + 1) / (runs + 2);
}

/**
 * How many runs without a failure it takes until a sequence that fails at rate `p` would have gone unnoticed with probability
 * `missChance` only: ⌈ln δ / ln(1 − p)⌉. 1 where every run fails. Infinity where none does (`p` = 0): nothing can be said then.
 */
export function triesNeeded(p: number, missChance: number): number {
  if (p <= 0) return Infinity;
  return p >= 1 ? 1 : Math.max(1, Math.ceil(Math.log(missChance) / Math.log1p(-p)));
}

/** How much more often a simplification of parameters may be missed than a removal of commands. */
const PARAMETERS = 5;

/**
 * How many runs a candidate deserves, the first failure ending them. All removals of commands get the full number: a
 * removal that is wrongly given up costs little where it is a large one, but the search then halves a chunk that holds nothing,
 * and the single removals that make up for it cost more than was saved. A simpler parameter that is missed costs
 * only beauty, so those get fewer.
 */
export function triesFor({ removed }: Candidate, p: number, missChance: number): number {
  return triesNeeded(p, removed > 0 ? missChance : Math.min(0.5, missChance * PARAMETERS));
}

/**
 * What is known about the rate after a candidate has failed at its `run`th run. Candidates that did not fail teach nothing: they may be
 * ones that cannot.
 */
export function afterFailure(replays: Replays, run: number): Replays {
  return { failed: replays.failed + 1, runs: replays.runs + run };
}
