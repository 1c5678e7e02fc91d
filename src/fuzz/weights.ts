import type { Kind } from '../../model/command.js';

type Weights = Readonly<Partial<Record<Kind, number>>>;

/** Adapting changes a weight by this factor at the most. */
const MOST = 4;

/**
 * The workload's weights adapted to what was covered: a kind that came half as often as the average has 1.4 times its weight, and the other way
 * round, by a factor of four at the most. A kind without weight stays without.
 */
export function adaptedWeights(weights: Weights, seen: ReadonlyMap<Kind, number>): Weights {
  const kinds = (Object.keys(weights) as Kind[]).filter((kind) => (weights[kind] ?? 0) > 0);
  const count = (kind: Kind): number => 1 + (seen.get(kind) ?? 0);
  const mean = kinds.reduce((sum, kind) => sum + count(kind), 0) / Math.max(kinds.length, 1);
  const factor = (kind: Kind): number => Math.min(MOST, Math.max(1 / MOST, Math.sqrt(mean / count(kind))));
  return Object.fromEntries(kinds.map((kind) => [kind, (weights[kind] ?? 0) * factor(kind)]));
}
