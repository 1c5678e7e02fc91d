import { ruleOf, type Kind } from '../../model/command.js';
import { pick, type Choose } from '../../model/rule.js';
import type { Sequence } from '../../model/sequence.js';
import type { Space } from '../../model/space.js';
import { replaced } from '../shrink/fields.js';
import { isKill } from '../shrink/kills.js';
import { swapping } from '../shrink/names.js';
import { repaired, stateAt, stepsOf, type Step } from './repair.js';

/** What mutants are made within. */
export interface MutationSettings {
  readonly space: Space;
  /** Kinds that may be inserted. */
  readonly kinds: readonly Kind[];
  readonly captures: number;
  /** Commands of a mutant, at the most. */
  readonly most: number;
  /** Whether a mutant gets a schedule of its own. */
  readonly jitter: boolean;
}

/** A way to change a sequence; null where there is nothing to change in this way. */
type Mutation = (
  steps: readonly Step[],
  donor: readonly Step[],
  choose: Choose,
  settings: MutationSettings,
) => readonly Step[] | null;

/** The ways in which sequences are changed, by name. */
export const mutations = {
  insert: (steps, _, choose, { captures, kinds, space }) => {
    const place = 1 + choose.below(steps.length);
    const kind = pick(choose, kinds);
    const state = stateAt(steps, place, captures);
    const command = kind === undefined ? null : ruleOf(kind).draw(state, choose, space);
    return command === null ? null : steps.toSpliced(place, 0, { command, applied: true });
  },

  delete: (steps, _, choose) =>
    steps.length < 2 ? null : steps.toSpliced(choose.below(steps.length), 1 + choose.below(3)),

  /** The head of the one and the tail of the other. */
  splice: (steps, donor, choose) => [
    ...steps.slice(0, 1 + choose.below(steps.length)),
    ...donor.slice(choose.below(donor.length)),
  ],

  /** From some place on two tables have each other's names. */
  retarget: (steps, _, choose, { space }) => {
    const names = [...space.normal, ...space.partitioned];
    const [from, to] = [pick(choose, names), pick(choose, names)];
    if (from === undefined || to === undefined || from === to) return null;
    const place = choose.below(steps.length);
    const length = 1 + choose.below(steps.length - place);
    const table = swapping(from, to);
    return steps.map((step, i) =>
      i < place || i >= place + length
        ? step
        : { command: replaced(step.command, { table }), applied: step.applied },
    );
  },

  /** A kill comes at another place, or in another way. */
  moveKill: (steps, _, choose, { captures, space }) => {
    const kills = [...steps.entries()].filter(([, { command }]) => isKill(command)).map(([each]) => each);
    const place = pick(choose, kills);
    if (place === undefined) return null;
    const rest = steps.toSpliced(place, 1);
    const to = choose.below(2) === 0 ? place : 1 + choose.below(Math.max(rest.length, 1));
    const drawn = ruleOf('killCapture').draw(stateAt(rest, to, captures), choose, space);
    return drawn === null ? null : rest.toSpliced(to, 0, { command: drawn, applied: true });
  },
} satisfies Readonly<Record<string, Mutation>>;

const ways: readonly Mutation[] = Object.values(mutations);

/** A sequence changed in one to three ways, with another one to splice with; nearly all of its commands apply. A block is one step. */
export function mutant(
  sequence: Sequence,
  donor: Sequence,
  choose: Choose,
  settings: MutationSettings,
): Sequence {
  const { captures, space, most, jitter } = settings;
  const other = stepsOf(donor.commands, captures);
  let steps = stepsOf(sequence.commands, captures);
  for (let left = 1 + choose.below(3); left > 0; left--) {
    const changed = pick(choose, ways)?.(steps, other, choose, settings) ?? steps;
    if (changed.length > 0) steps = changed.slice(0, most);
  }
  const commands = repaired(steps, captures, choose, space);
  const schedule = jitter ? 1 + choose.below(0x7fff_ffff) : sequence.schedule;
  return { commands: commands.length === 0 ? sequence.commands : commands, schedule };
}
