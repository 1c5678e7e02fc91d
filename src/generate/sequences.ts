import * as fc from 'fast-check';
import type { Kind } from '../../model/command.js';
import type { Choose } from '../../model/rule.js';
import type { Sequence } from '../../model/sequence.js';
import type { Space } from '../../model/space.js';
import { Smaller, type SmallerSettings } from '../shrink/smaller.js';
import { drawRun } from './drawRun.js';
import { weighted } from './kinds.js';
import { drawSwarm } from './swarm.js';

/** What sequences are drawn from; a workload and a cluster together give one. */
export interface SequencesSettings extends SmallerSettings {
  readonly space: Space;
  /** How often each kind of command is drawn, relative to the others; what is not named is not drawn. */
  readonly weights: Readonly<Partial<Record<Kind, number>>>;
  /** Commands in a run, the CREATE TABLEs included. */
  readonly length: { readonly min: number; readonly max: number };
  /** Which kinds the cluster can carry out. */
  readonly supports: (kind: Kind) => boolean;
  /** Share of the commands that are drawn to fail on purpose, at most 0.05. */
  readonly failing: number;
  /** Whether a run draws a seed for what the cluster chooses by itself; otherwise its schedule is 0. */
  readonly jitter: boolean;
}

/**
 * Random sequences, drawn forward along the model so that nearly every command applies, and their shrinking. The same
 * seed gives the same sequence, and seed and path the same candidate. A saved sequence given as an example shrinks too.
 */
export class Sequences extends fc.Arbitrary<Sequence> {
  private readonly weights: ReadonlyMap<Kind, number>;
  private readonly space: Space;
  private readonly smaller: Smaller;

  constructor(private readonly settings: SequencesSettings) {
    super();
    this.smaller = new Smaller(settings);
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
    return this.smaller.canShrinkWithoutContext(value);
  }

  /** See `Smaller`. */
  override shrink(sequence: Sequence, context: unknown): fc.Stream<fc.Value<Sequence>> {
    return this.smaller.shrink(sequence, context);
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
