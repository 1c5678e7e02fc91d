import type { Sequence } from '../../model/sequence.js';
import { candidateOf } from './shrinking.js';

/** Of `runs` runs of one sequence, `failed` failed in the way that is looked for. */
export interface Replays {
  readonly failed: number;
  readonly runs: number;
}

/** The chance that is taken of giving up a candidate that does fail: a single removal, which nothing makes up for. */
export const MISS_CHANCE = 0.01;

/** The same while commands are removed many at a time, where every command that is left is tried singly later. */
export const LOOSE_MISS_CHANCE = 0.05;

/**
 * The same for a candidate with only simpler parameters, where a miss costs nothing but beauty. So few tries that one which
 * fails more seldom than the sequence that it comes from is mostly given up: a delay of 12 ms that makes a failure come
 * every third time is worth more than none that makes it come every tenth.
 */
export const SIMPLER_MISS_CHANCE = 0.4;

/**
 * How many runs without a failure it takes until a sequence that fails at rate `p` would have gone unnoticed with probability
 * `missChance` only: ⌈ln δ / ln(1 − p)⌉. 1 where every run fails. Infinity where none does: then nothing can be said.
 */
export function triesNeeded(p: number, missChance: number): number {
  if (p <= 0) return Infinity;
  return p >= 1 ? 1 : Math.max(1, Math.ceil(Math.log(missChance) / Math.log1p(-p) - ROUNDING));
}

/** What a quotient of logarithms may be too large by. */
const ROUNDING = 1e-9;

/**
 * The same where the rate is known from replays only. The chance of a miss is averaged over all rates that the replays leave
 * possible, (1 − p)^r over Beta(failed + 1, runs − failed + 1), since a rate taken for too high costs more than one taken for
 * too low. So even where all replays failed, a candidate gets more than one run. Infinity where none failed.
 */
export function triesAfter({ failed, runs }: Replays, missChance: number): number {
  if (failed === 0) return Infinity;
  let tries = 0;
  for (let missed = 1; missed > missChance; tries++)
    missed *= (runs - failed + 1 + tries) / (runs + 2 + tries);
  return tries;
}

/**
 * How many runs each candidate deserves, the first failure ending them, but `most` at most. The full number goes where a wrong
 * "passes" would last: to the single removals at the end, also of candidates that have run before, and to less at once. Fewer than these for
 * large removals do not pay: a chunk that is wrongly given up is halved in search of a command that is not there. One failure is
 * enough to take a candidate, however seldom it fails; a result that fails far more seldom is noticed at the end
 * (`steadiness.ts`).
 */
export function triesFor(replays: Replays, most: number): (sequence: Sequence) => number {
  const full = Math.min(most, triesAfter(replays, MISS_CHANCE));
  const loose = Math.min(most, triesAfter(replays, LOOSE_MISS_CHANCE));
  const simpler = Math.min(most, triesAfter(replays, SIMPLER_MISS_CHANCE));
  return (sequence) => {
    const candidate = candidateOf(sequence);
    if (candidate?.removed === 0 && candidate.pass !== 'lanes') return simpler;
    return candidate?.pass === 'commands' ? loose : full;
  };
}

/** One run for each candidate, for where the same sequence always ends the same way; none where that run has been made. */
export function onceEach(sequence: Sequence): number {
  return candidateOf(sequence)?.again === true ? 0 : 1;
}
