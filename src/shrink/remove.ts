import type { Sequence } from '../../model/sequence.js';
import { findNeeded } from './needed.js';
import { partsOf, prune } from './prune.js';
import type { Search } from './search.js';
import type { Tried } from './tried.js';

/** Removes many commands at a time, the first ones first, since what needs them goes with them, until every one that is left seems to be needed. */
export function* removeMany(start: Sequence, tried: Tried, captures: number): Search {
  return yield* removing(start, tried, captures, 'commands');
}

/** Removes single commands, the first one first, until none can be removed. */
export function* removeSingly(start: Sequence, tried: Tried, captures: number): Search {
  let best = start;
  for (;;) {
    const before = best;
    best = yield* removing(before, tried, captures, 'singly');
    if (best === before) return best;
  }
}

function* eachAlone(
  items: readonly number[],
  isLeft: (item: number) => boolean,
): ReturnType<typeof findNeeded> {
  for (const item of items) if (isLeft(item)) yield [item];
}

/** Items are the places that the commands have at the start; `left` says which of them are still there. */
function* removing(start: Sequence, tried: Tried, captures: number, pass: 'commands' | 'singly'): Search {
  let best = start;
  let left: readonly number[] = [...start.commands.keys()];
  const search = pass === 'commands' ? findNeeded : eachAlone;
  const dropping = search(left, (item) => left.includes(item));
  let step = dropping.next();
  while (step.done !== true) {
    const dropped = new Set(step.value);
    const parts = partsOf(best.commands, captures).map((part, place) => ({
      ...part,
      item: left[place] ?? -1,
    }));
    const kept = prune(
      parts.filter(({ item }) => !dropped.has(item)),
      captures,
    );
    const sequence = { ...best, commands: kept.map(({ command }) => command) };
    const removed = best.commands.length - kept.length;
    const known = tried.note(sequence, pass);
    const isToRun = known === 'never' || (known === 'loosely' && pass === 'singly');
    const fails = isToRun && (yield { sequence, pass, removed, again: known !== 'never' });
    if (fails) {
      best = sequence;
      left = kept.map(({ item }) => item);
    }
    step = dropping.next(fails);
  }
  return best;
}
