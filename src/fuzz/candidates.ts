import * as fc from 'fast-check';
import { pick, type Choose } from '../../model/rule.js';
import type { Sequence } from '../../model/sequence.js';
import { weighted } from '../generate/kinds.js';
import { Sequences, type SequencesSettings } from '../generate/sequences.js';
import { mutant, type MutationSettings } from './mutate.js';

/** Of so many candidates, in the mean, as many are mutants. */
const MUTANTS = [3, 10] as const;

/** Fresh sequences, and mutants of a corpus next to them as soon as it holds any. */
export class Candidates extends Sequences {
  readonly #corpus: readonly Sequence[];
  readonly #mutations: MutationSettings;

  constructor(settings: SequencesSettings, corpus: readonly Sequence[]) {
    super(settings);
    const { space, weights, supports, captures, length, jitter } = settings;
    this.#corpus = corpus;
    const kinds = [...weighted(weights, supports).keys()];
    this.#mutations = { space, kinds, captures, most: length.max, jitter };
  }

  override generate(random: fc.Random): fc.Value<Sequence> {
    const choose: Choose = { below: (n) => (n <= 1 ? 0 : random.nextInt(0, n - 1)) };
    const [mutants, all] = MUTANTS;
    if (choose.below(all) >= mutants) return super.generate(random);
    const [parent, donor] = [pick(choose, this.#corpus), pick(choose, this.#corpus)];
    if (parent === undefined || donor === undefined) return super.generate(random);
    return new fc.Value(mutant(parent, donor, choose, this.#mutations), undefined);
  }
}
