import type { Sequence } from '../../model/sequence.js';
import type { Candidate } from './search.js';
import { shrink } from './shrink.js';

const offeredCandidates = new WeakMap<Sequence, Candidate>();

/** What kind of candidate this sequence object is, where a shrinker has offered it; undefined of any other. */
export function candidateOf(sequence: Sequence): Candidate | undefined {
  return offeredCandidates.get(sequence);
}

/**
 * One shrinking under way, as the cursor that fast-check needs. Asking for the candidates says that what was offered last
 * has failed (at first: the sequence itself); pulling on says that it has passed. The search goes on in place
 * in both cases.
 */
export class Shrinking {
  private readonly search: Generator<Candidate, Sequence, boolean>;
  private last: Sequence;

  constructor(sequence: Sequence, captures: number, isThorough: boolean) {
    this.last = sequence;
    this.search = shrink(sequence, captures, isThorough);
  }

  /** The sequence that was offered last. */
  get offered(): Sequence {
    return this.last;
  }

  *candidates(): Generator<Sequence, void, void> {
    let step = this.search.next(true);
    while (step.done !== true) {
      const { sequence } = step.value;
      offeredCandidates.set(sequence, step.value);
      this.last = sequence;
      yield sequence;
      step = this.search.next(false);
    }
  }
}
