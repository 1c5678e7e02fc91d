import type { Sequence } from '../../model/sequence.js';

/** The passes of the shrinker, by what they make simpler. */
export type PassName = 'remove' | 'schedule' | 'simplest' | 'statements' | 'captures' | 'names' | 'numbers';

/** A smaller sequence that is to be run, and where it comes from. */
export interface Candidate {
  readonly sequence: Sequence;
  readonly pass: PassName;
  /** How many commands the pass took out of the last failing sequence, without those that the model dropped with them. */
  readonly removed: number;
}

/**
 * A search for a smaller sequence that still fails: yields candidates, is told of each whether it failed, and returns
 * the smallest that did.
 */
export type Search = Generator<Candidate, Sequence, boolean>;
