import { partsOf, pruned, type Part } from '../prune.js';
import type { Pass } from '../search.js';
import { withoutDelays } from './delays.js';

/** Longer sequences than this have too many pairs of commands. */
const LONGEST = 16;

/**
 * Two commands that meet, either of them in the first lane, and everything else one after the other, before and behind them or only
 * before: without delays and on the plain schedule. What is at once on a drawn schedule often seems to need the commands around it, which only make two others meet.
 */
export const meetings: Pass = function* (sequence, captures) {
  const parts = partsOf(sequence.commands, captures);
  const isAtOnce = sequence.commands.some(({ kind }) => kind === 'concurrently');
  if (!isAtOnce || parts.length > LONGEST) return;
  for (const [second, other] of parts.entries()) {
    for (const [first, one] of parts.slice(0, second).entries()) {
      const before = parts.slice(0, second).filter((_, place) => place !== first);
      for (const rest of [[], parts.slice(second + 1)]) {
        for (const [a, b] of [[one, other] as const, [other, one] as const]) {
          const all = [...alone(before), inLane(a, 0), inLane(b, 1), ...alone(rest)];
          yield withoutDelays({ commands: pruned(all, captures), schedule: 0 });
        }
      }
    }
  }
};

function alone(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => ({ ...part, inLane: null }));
}

function inLane(part: Part, lane: number): Part {
  return { ...part, inLane: { block: 0, lane, offset: 0 } };
}
