import * as fc from 'fast-check';
import type { Kind } from '../../model/command.js';
import { numbered } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import { Sequences, type SequencesSettings } from '../generate/sequences.js';
import { Candidates } from './candidates.js';
import { featuresOf } from './coverage.js';
import { stepsForeseen } from './coverSteps.js';
import { adaptedWeights } from './weights.js';

/** Candidates of which one is run. */
const CANDIDATES = 12;

/** What a feature with a kill is worth, next to one without: most failures need one. */
const WITH_KILL = 4;

/**
 * Chooses the sequences of one strand by what its runs have covered. Of several candidates, fresh ones and mutants of those that covered
 * something new, the model foresees what each would cover; the one is run that promises most for its commands, where a feature is worth the less the more
 * often it was covered. Foreseeing costs nothing next to a run on real servers.
 */
export class Guide {
  readonly #settings: SequencesSettings;
  readonly #counts = new Map<string, number>();
  readonly #kinds = new Map<Kind, number>();
  readonly #corpus: Sequence[];

  /** `base`: sequences to make mutants of from the beginning. */
  constructor(settings: SequencesSettings, base: readonly Sequence[]) {
    this.#settings = settings;
    this.#corpus = [...base];
  }

  /** The sequence that a seed gives by itself: the one that `cdcheck run` draws first with that seed. */
  plain(seed: number): Sequence {
    return only(fc.sample(new Sequences(this.#settings), { numRuns: 1, seed }));
  }

  /** The sequence that a seed gives after what was learnt so far. */
  next(seed: number): Sequence {
    const settings = { ...this.#settings, weights: adaptedWeights(this.#settings.weights, this.#kinds) };
    const candidates = fc.sample(new Candidates(settings, this.#corpus), { numRuns: CANDIDATES, seed });
    const worth = new Map(candidates.map((candidate) => [candidate, this.#worthOf(candidate)]));
    return only([...worth].sort(([, a], [, b]) => b - a).map(([candidate]) => candidate));
  }

  /** Takes up what the run of a sequence covered; returns what nothing had covered before. */
  learn(sequence: Sequence, features: ReadonlySet<string>): readonly string[] {
    const added: string[] = [];
    for (const feature of features) {
      const count = this.#counts.get(feature) ?? 0;
      if (count === 0) added.push(feature);
      this.#counts.set(feature, count + 1);
    }
    for (const { kind } of sequence.commands) this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (added.length > 0) this.#corpus.push(sequence);
    return added.sort();
  }

  #worthOf(sequence: Sequence): number {
    const { captures } = this.#settings;
    let worth = 0;
    for (const feature of featuresOf(stepsForeseen(sequence, captures), captures)) {
      worth += (feature.includes('!') ? WITH_KILL : 1) / (1 + (this.#counts.get(feature) ?? 0));
    }
    return worth / Math.max(numbered(sequence.commands).length, 1);
  }
}

function only(sequences: readonly Sequence[]): Sequence {
  const [first] = sequences;
  if (first === undefined) throw new Error('no sequence was drawn');
  return first;
}
