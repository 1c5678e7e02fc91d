import type { Sequence } from '../../model/sequence.js';
import { partsOf, prune } from './prune.js';
import type { Search } from './search.js';
import type { Tried } from './tried.js';

/** Removes chunks of n/2, n/4 … 1 commands in sweeps from the end, single ones until a whole sweep removes nothing. */
export function* remove(start: Sequence, tried: Tried, captures: number): Search {
  let best = start;
  for (let size = Math.max(1, best.commands.length >> 1); ; size = Math.max(1, size >> 1)) {
    const before = best.commands.length;
    for (let end = best.commands.length; end > 0;) {
      const parts = partsOf(best.commands, captures);
      const from = Math.max(0, end - size);
      const kept = prune(parts.toSpliced(from, end - from), captures);
      const sequence = { ...best, commands: kept.map(({ command }) => command) };
      if (tried.add(sequence) && (yield { sequence, pass: 'remove', removed: end - from })) best = sequence;
      end = Math.min(from, best.commands.length);
    }
    if (size === 1 && best.commands.length === before) return best;
  }
}
