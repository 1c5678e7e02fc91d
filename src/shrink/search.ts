import type { Sequence } from '../../model/sequence.js';

/** The passes of the shrinker, by what they make simpler. */
export type PassName =
  | 'schedule'
  | 'commands'
  | 'singly'
  | 'lanes'
  | 'moves'
  | 'pairs'
  | 'restarts'
  | 'timing'
  | 'owners'
  | 'simplest'
  | 'statements'
  | 'lists'
  | 'captures'
  | 'delays'
  | 'order'
  | 'names'
  | 'numbers'
  | 'meetings'
  | 'crashes'
  | 'other moves'
  | 'kinds'
  | 'places'
  | 'two steps'
  | 'targets'
  | 'layouts'
  | 'schedules'
  | 'shortest';

/** A simpler sequence that is to be run, and where it comes from. */
export interface Candidate {
  readonly sequence: Sequence;
  readonly pass: PassName;
  /** How many commands it has less than the smallest failing sequence so far; 0 where only their parameters or lanes are simpler. */
  readonly removed: number;
  /** Whether it has run before, when a wrong answer could still be made up for. Where the same sequence always ends the same way it need not run again. */
  readonly again: boolean;
}

/**
 * A search for a simpler sequence that still fails: yields candidates, is told of each whether it failed, and returns the
 * simplest that did.
 */
export type Search = Generator<Candidate, Sequence, boolean>;

/** What a pass would like to try, simplest first. It need not care whether a proposal is new, valid or really simpler. */
export type Pass = (sequence: Sequence, captures: number) => Iterable<Sequence>;
