import type { Sequence } from '../../../model/sequence.js';
import { sizeOf } from '../leaves.js';
import { withoutEach } from '../prune.js';
import type { Pass } from '../search.js';
import { kinds } from './kinds.js';
import { lists } from './lists.js';
import { moves } from './moves.js';
import { names } from './names.js';
import { numbers } from './numbers.js';
import { otherMoves } from './otherMoves.js';
import { pairs } from './pairs.js';
import { simplest } from './simplest.js';

/** How many schedules are tried, from 0. */
const SCHEDULES = 64;

/** Up to so many commands nothing is asked: mostly none of them only passes time there. */
const FEW = 4;

/**
 * One command less on each of many schedules: a command that only passes time, so that the others come at the right
 * moment, is one more than it takes. Where the schedule is not plain already, whatever is simpler on each of them: then how
 * long things take hangs on names and ids.
 */
export const schedules: Pass = function* (sequence, captures) {
  const { schedule } = sequence;
  const size = sizeOf(sequence.commands);
  for (const shorter of size > FEW ? withoutEach(sequence, captures) : []) {
    // What takes most of the others along is no command that only passes time.
    if (2 * sizeOf(shorter.commands) > size) yield* onEach(shorter);
  }
  if (schedule === 0) return;
  yield* onEach(sequence);
  for (const pass of [moves, otherMoves, pairs, simplest, lists, names, numbers, kinds]) {
    for (const simpler of pass(sequence, captures)) yield* onEach(simpler);
  }
};

function* onEach(sequence: Sequence): Generator<Sequence> {
  for (let schedule = 0; schedule < SCHEDULES; schedule++) yield { ...sequence, schedule };
}
