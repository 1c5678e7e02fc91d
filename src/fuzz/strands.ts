import { mix } from '../cluster/embedded/hash.js';

/*
 * A search is divided into strands of so many runs. What a strand draws follows from the seed, the strand's number, the corpus that
 * the search began with, and what was seen of the strand's own runs before, and from nothing else: so whichever worker, process or
 * machine carries it out, it is the same, and strands can be split among machines.
 */

/** Runs of a strand. */
export const STRAND = 250;

/** Which part of a search this machine does: strands with number `index` modulo `count`. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** The whole search. */
export const wholeSearch: Shard = { index: 0, count: 1 };

/** `2/4` is the second of four; null where the text is no shard. */
export function shardOf(text: string): Shard | null {
  const [, index = '', count = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index) - 1, count: Number(count) };
  return count !== '' && shard.index >= 0 && shard.index < shard.count ? shard : null;
}

/** The numbers of a strand's runs: from `first` to `end`, exclusive; of those below `runs` only. */
export function runsOf(strand: number, runs: number): { readonly first: number; readonly end: number } {
  const first = strand * STRAND;
  return { first, end: Math.max(first, Math.min(first + STRAND, runs)) };
}

/** The first strand of a shard that `isDone` does not name, at or after `from`; null where runs below `runs` have none left. */
export function nextStrand(shard: Shard, runs: number, isDone: (strand: number) => boolean): number | null {
  for (let strand = shard.index; strand * STRAND < runs; strand += shard.count) {
    if (!isDone(strand)) return strand;
  }
  return null;
}

/** The seed of one run: 32 bits with their sign. */
export function seedOf(seed: number, run: number): number {
  return mix(seed, run) | 0;
}
