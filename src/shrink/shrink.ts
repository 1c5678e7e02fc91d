import type { Sequence } from '../../model/sequence.js';
import { remove } from './remove.js';
import type { Search } from './search.js';
import { Tried } from './tried.js';

/** Shrinks a failing sequence. */
export function* shrink(start: Sequence, captures: number): Search {
  const tried = new Tried();
  tried.add(start);
  return yield* remove(start, tried, captures);
}
