import * as fc from 'fast-check';
import type { Sequence } from '../../model/sequence.js';
import { Shrinking } from './shrinking.js';

/** What shrinking needs to know of the cluster. */
export interface SmallerSettings {
  /** How many captures the cluster has. */
  readonly captures: number;
  /** Whether runs cost next to nothing, so that shrinking may take some thousand for a canonical result. */
  readonly thorough: boolean;
}

/** What is smaller than a sequence that is given as an example, wherever it comes from: it needs no workload. It draws none itself. */
export class Smaller extends fc.Arbitrary<Sequence> {
  constructor(private readonly ability: SmallerSettings) {
    super();
  }

  /** Throws: give the sequence as an example. */
  override generate(): fc.Value<Sequence> {
    throw new Error('only what is given as an example is made smaller');
  }

  override canShrinkWithoutContext(value: unknown): value is Sequence {
    return typeof value === 'object' && value !== null && 'commands' in value && 'schedule' in value;
  }

  /**
   * The candidates smaller than `sequence`. fast-check asks again, with the context of a candidate, once that candidate has
   * failed: then the same shrinking goes on where it was.
   */
  override shrink(sequence: Sequence, context: unknown): fc.Stream<fc.Value<Sequence>> {
    const { captures, thorough } = this.ability;
    const shrinking =
      context instanceof Shrinking && context.offered === sequence
        ? context
        : new Shrinking(sequence, captures, thorough);
    return new fc.Stream(valuesOf(shrinking));
  }
}

function* valuesOf(shrinking: Shrinking): IterableIterator<fc.Value<Sequence>> {
  for (const candidate of shrinking.candidates()) yield new fc.Value(candidate, shrinking);
}
