import * as fc from 'fast-check';
import type { Kind } from '../../model/command.js';
import type { Choose } from '../../model/rule.js';
import type { Sequence } from '../../model/sequence.js';
import type { Space } from '../../model/space.js';
import { Shrinking } from '../shrink/shrinking.js';
import { drawRun } from './drawRun.js';
import { weighted } from './kinds.js';
import { drawSwarm } from './swarm.js';

/** What sequences are drawn from; a workload and a cluster together give one. */
export interface SequencesSettings {
  readonly space: Space;
  /** How often each kind of command is drawn, relative to the others; what is not named is not drawn. */
  readonly weights: Readonly<Partial<Record<Kind, number>>>;
  /** Commands in a run, the CREATE TABLEs included. */
  readonly length: { readonly min: number; readonly max: number };
  /** How many captures the cluster has. */
  readonly captures: number;
  /** Which kinds the cluster can carry out. */
  readonly supports: (kind: Kind) => boolean;
  /** Share of the commands that are drawn to fail on purpose, at most 0.05. */
  readonly failing: number;
  /** Whether a run draws a seed for what the cluster chooses by itself; otherwise its schedule is 0. */
  readonly jitter: boolean;
  /** Whether runs cost next to nothing, so that shrinking may take some thousand for a canonical result. */
  readonly thorough: boolean;
}

/**
 * Random sequences, drawn forward along the model so that nearly every command applies, and their shrinking. The same
 * seed gives the same sequence, and seed and path the same candidate. A saved sequence given as an example shrinks too.
 */
export class Sequences extends fc.Arbitrary<Sequence> {
  private readonly weights: ReadonlyMap<Kind, number>;
  private readonly space: Space;

  constructor(private readonly settings: SequencesSettings) {
    super();
    this.weights = weighted(settings.weights, settings.supports);
    this.space = supported(settings.space, settings.supports);
  }

  override generate(random: fc.Random): fc.Value<Sequence> {
    const choose: Choose = { below: (n) => (n <= 1 ? 0 : random.nextInt(0, n - 1)) };
    const { length, captures, failing, jitter } = this.settings;
    const swarm = drawSwarm(choose, this.weights, this.space);
    const wanted = length.min + choose.below(length.max - length.min + 1);
    const commands = drawRun(choose, swarm, { length: wanted, captures, failing });
    const schedule = jitter ? 1 + choose.below(0x7fff_ffff) : 0;
    return new fc.Value<Sequence>({ commands, schedule }, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Sequence {
    return typeof value === 'object' && value !== null && 'commands' in value && 'schedule' in value;
  }

  /**
   * The candidates smaller than `sequence`. fast-check asks again, with the context of a candidate, once that candidate has
   * failed: then the same shrinking goes on where it was.
   */
  override shrink(sequence: Sequence, context: unknown): fc.Stream<fc.Value<Sequence>> {
    const shrinking =
      context instanceof Shrinking && context.offered === sequence
        ? context
        : new Shrinking(sequence, this.settings.captures, this.settings.thorough);
    return new fc.Stream(valuesOf(shrinking));
  }
}

/** The space with only those kinds in lanes that can be carried out; lanes that have none left are left out. */
function supported(space: Space, supports: (kind: Kind) => boolean): Space {
  const lanes = space.lanes.map((lane) => ({
    ...lane,
    weights: Object.fromEntries(weighted(lane.weights, supports)),
  }));
  return { ...space, lanes: lanes.filter(({ weights }) => Object.keys(weights).length > 0) };
}

function* valuesOf(shrinking: Shrinking): IterableIterator<fc.Value<Sequence>> {
  for (const candidate of shrinking.candidates()) yield new fc.Value(candidate, shrinking);
}
