import * as fc from 'fast-check';

/** Random numbers of a seed: `below(n)` is an integer in [0, n). */
export interface Dice {
  below(n: number): number;
}

/** Dice that fall the same way for the same seed. */
export function dice(seed: number): Dice {
  const numbers = fc.sample(fc.infiniteStream(fc.noBias(fc.nat(999_999))), { numRuns: 1, seed })[0];
  const next = (): number => (numbers?.next().value as number | undefined) ?? 0;
  return { below: (n) => Math.floor((next() / 1_000_000) * n) };
}

/** `count` different places below `size`, in increasing order. */
export function places(from: Dice, count: number, size: number): readonly number[] {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(from.below(size));
  return [...chosen].sort((a, b) => a - b);
}
