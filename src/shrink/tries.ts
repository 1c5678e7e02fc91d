import type { Sequence } from '../../model/sequence.js';
import { candidateOf } from './shrinking.js';

/** Of `runs` runs of one sequence, `failed` failed in the way that is looked for. */
export interface Replays {
  readonly failed: number;
  readonly runs: number;
}

/** The chance that is taken of giving up a candidate that does fail. */
export const MISS_CHANCE = 0.01;

/** The same for a candidate that has only simpler parameters: a miss costs beauty, not commands. */
export const PARAMETER_MISS_CHANCE = 0.05;

/**
 * The rate at which a sequence fails, estimated from replays of it; 0 where none failed, since then there is nothing to shrink
 * by. Otherwise Laplace's rule of succession, which never says 1: that all of a few replays failed is no proof that
 * all do.
 */
export function failureRate({ failed, runs }: Replays): number {
  return failed === 0 ? 0 : (failed + 1) / (runs + 2);
}

/**
 * How many runs without a failure it takes until a sequence that fails at rate `p` would have gone unnoticed with probability
 * `missChance` only: ⌈ln δ / ln(1 − p)⌉. 1 where every run fails. Infinity where none does: then nothing can be said.
 */
export function triesNeeded(p: number, missChance: number): number {
  if (p <= 0) return Infinity;
  return p >= 1 ? 1 : Math.max(1, Math.ceil(Math.log(missChance) / Math.log1p(-p)));
}

/**
 * How many runs each candidate deserves, the first failure ending them, but `most` at most. Every removal of commands gets the
 * full number, large ones too: a chunk that is wrongly given up is then halved in search of a command
 * that is not there, and what that costs, with the single removals that make up for it, is more than it saves.
 */
export function triesFor(replays: Replays, most: number): (sequence: Sequence) => number {
  const rate = failureRate(replays);
  const removing = Math.min(most, triesNeeded(rate, MISS_CHANCE));
  const simplifying = Math.min(most, triesNeeded(rate, PARAMETER_MISS_CHANCE));
  return (sequence) => (candidateOf(sequence)?.removed === 0 ? simplifying : removing);
}
