import type { Sequence } from '../../../model/sequence.js';
import { withEveryKill } from '../kills.js';
import { sizeOf } from '../leaves.js';
import { withoutEach } from '../prune.js';
import type { Pass } from '../search.js';
import { crashes } from './crashes.js';
import { delays } from './delays.js';
import { layouts } from './layouts.js';
import { lists } from './lists.js';
import { moves } from './moves.js';
import { otherMoves } from './otherMoves.js';
import { pairs } from './pairs.js';
import { places } from './places.js';
import { restarts } from './restarts.js';
import { simplest } from './simplest.js';
import { statements } from './statements.js';
import { targets } from './targets.js';

/** Longer sequences than this have too many pairs of steps. */
const LONGEST = 12;

const second: readonly Pass[] = [
  restarts,
  pairs,
  simplest,
  statements,
  lists,
  delays,
  moves,
  otherMoves,
  places,
];

/**
 * Two changes at once that only together are simpler or still fail: first a command less, another kill, or another layout, be it
 * larger; then what another pass makes of that.
 */
export const twoSteps: Pass = function* (sequence, captures) {
  if (sizeOf(sequence.commands) > LONGEST) return;
  const plain = { ...sequence, schedule: 0 };
  const isAtOnce = plain.commands.some(({ kind }) => kind === 'concurrently');
  const first = isAtOnce ? [targets, ...second] : second;
  yield* followedBy([...first, crashes], withoutEach(plain, captures), captures);
  yield* followedBy(second, withEveryKill(plain, captures), captures);
  yield* followedBy(second, layouts(plain, captures), captures);
};

function* followedBy(
  passes: readonly Pass[],
  first: Iterable<Sequence>,
  captures: number,
): Generator<Sequence> {
  for (const sequence of first) for (const pass of passes) yield* pass(sequence, captures);
}
