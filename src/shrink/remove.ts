import { commandsOf, groupsOf, lanesIn, leavesOf } from './leaves.js';
import { findNeeded } from './needed.js';
import { partsOf, prune } from './prune.js';
import type { Sequence } from '../../model/sequence.js';
import type { Search } from './search.js';
import type { Tried } from './tried.js';

/**
 * Removes many commands at a time, the first ones first, since what needs them goes with them, until every one that is left seems to be
 * needed. Where there are blocks, whole lanes go first: that changes the time of no other command, as what goes out of a lane does.
 */
export function* removeMany(start: Sequence, tried: Tried, captures: number): Search {
  const lanes = itemsByLane(start);
  const best = yield* removing(start, lanes, tried, captures, 'commands');
  return yield* removing(best, eachItem(best), tried, captures, 'commands');
}

/** Removes single commands, the first one first, until none can be removed. */
export function* removeSingly(start: Sequence, tried: Tried, captures: number): Search {
  let best = start;
  for (;;) {
    const before = best;
    best = yield* removing(before, eachItem(before), tried, captures, 'singly');
    if (best === before) return best;
  }
}

function* eachAlone(
  items: readonly number[],
  isLeft: (item: number) => boolean,
): ReturnType<typeof findNeeded> {
  for (const item of items) if (isLeft(item)) yield [item];
}

/** Single commands are removed by themselves. They are told apart by the places that they have at the start, counted in blocks too. */
function eachItem({ commands }: Sequence): readonly (readonly number[])[] {
  return leavesOf(commands).map((_, item) => [item]);
}

/** The single commands of each lane, removed together. */
function itemsByLane({ commands }: Sequence): readonly (readonly number[])[] {
  const leaves = leavesOf(commands).map((leaf, item) => ({ ...leaf, item }));
  return groupsOf(leaves)
    .filter((group) => group.length > 1)
    .flatMap((group) => lanesIn(group).map((lane) => lane.map(({ item }) => item)));
}

/** Removes these sets of single commands; `left` says which of the commands are still there. */
function* removing(
  start: Sequence,
  sets: readonly (readonly number[])[],
  tried: Tried,
  captures: number,
  pass: 'commands' | 'singly',
): Search {
  let best = start;
  let left: readonly number[] = leavesOf(start.commands).map((_, item) => item);
  const search = pass === 'commands' ? findNeeded : eachAlone;
  const dropping = search([...sets.keys()], (set) => sets[set]?.some((item) => left.includes(item)) === true);
  let step = dropping.next();
  while (step.done !== true) {
    const dropped = new Set(step.value.flatMap((set) => sets[set] ?? []));
    const parts = partsOf(best.commands, captures).map((part, place) => ({
      ...part,
      item: left[place] ?? -1,
    }));
    const kept = prune(
      parts.filter(({ item }) => !dropped.has(item)),
      captures,
    );
    const sequence = { ...best, commands: commandsOf(kept) };
    const removed = parts.length - kept.length;
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
