import * as fc from 'fast-check';
import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { Sequences } from '../../../src/generate/sequences.js';
import { candidateOf, Shrinking } from '../../../src/shrink/shrinking.js';
import type { Candidate } from '../../../src/shrink/search.js';
import { settings } from '../generate/settings.js';

/** A candidate, what it was made from, and whether it failed. */
export interface Asked extends Candidate {
  readonly parent: Sequence;
  readonly failed: boolean;
}

/** Shrinks where a sequence always ends the same way, and gives the result and everything that was asked. */
export function shrinkBy(
  start: Sequence,
  fails: (commands: readonly Command[], schedule: number) => boolean,
  isThorough = false,
): { readonly result: Sequence; readonly asked: readonly Asked[] } {
  const shrinking = new Shrinking(start, 2, isThorough);
  const asked: Asked[] = [];
  let result = start;
  for (let candidates = shrinking.candidates(); ;) {
    const { value, done } = candidates.next();
    if (done === true) return { result, asked };
    const candidate = candidateOf(value);
    if (candidate === undefined) throw new Error('a candidate that the shrinker does not know');
    const failed = fails(value.commands, value.schedule);
    asked.push({ ...candidate, parent: result, failed });
    if (!failed) continue;
    result = value;
    candidates = shrinking.candidates();
  }
}

/** The commands that are left of a sequence. */
export function shrunk(
  commands: readonly Command[],
  fails: (commands: readonly Command[], schedule: number) => boolean,
  schedule = 0,
): Sequence {
  return shrinkBy({ commands, schedule }, fails).result;
}

/** Random sequences of every kind of command. */
export function samples(count: number, seed: number): readonly Sequence[] {
  const sequences = new Sequences(settings({ length: { min: 15, max: 30 }, jitter: true, failing: 0.05 }));
  return fc.sample(sequences, { numRuns: count, seed });
}
