import type { Replays } from './tries.js';

/** A sequence is steady if it fails at this share of the first rate at the least, and unsteady at that one at the most. */
const STEADY = 1 / 2;
const UNSTEADY = 1 / 6;

/** The chance that is taken of calling either the other. */
const ERROR = 0.05;

/** The rate that replays speak for: the mean of all that they leave possible, as in `triesAfter`. */
export function rateAfter({ failed, runs }: Replays): number {
  return (failed + 1) / (runs + 2);
}

/**
 * Whether a sequence that was seen to fail so often still fails about as often as the one that it comes from, which failed at
 * this rate, and not far more seldom; null where more runs are needed to say. Wald's sequential probability ratio test
 * (Annals of Mathematical Statistics, 1945). Some loss is the price of fewer commands: fewer rows, fewer chances.
 */
export function isSteady(seen: Replays, rate: number): boolean | null {
  const evidence = evidenceFor(seen, rate);
  if (Math.abs(evidence) < Math.log((1 - ERROR) / ERROR)) return null;
  return evidence > 0;
}

/** The same where no more runs are to be had: whichever is likelier. */
export function isSteadySoFar(seen: Replays, rate: number): boolean {
  return evidenceFor(seen, rate) >= 0;
}

/** How much likelier what was seen is for a steady sequence: logarithm of the ratio. */
function evidenceFor({ failed, runs }: Replays, rate: number): number {
  const [steady, unsteady] = [rate * STEADY, rate * UNSTEADY];
  return (
    failed * Math.log(steady / unsteady) + (runs - failed) * (Math.log1p(-steady) - Math.log1p(-unsteady))
  );
}
