import type { Kind } from '../../model/command.js';
import { partOf } from '../../model/part.js';
import type { Signature } from '../check/signature.js';

type Weights = Readonly<Partial<Record<Kind, number>>>;

/** A kind that takes part in a failure that is known is drawn so many times as often. */
const KNOWN = 1 / 8;

/**
 * The workload's weights with less for the DDL kinds of failures that are known. Kinds that nothing can do without, or that other failures
 * need as well, keep theirs: CREATE TABLE, DML, what is done to captures.
 */
export function steeredWeights(weights: Weights, known: readonly Signature[]): Weights {
  const concerned = new Set(known.flatMap((signature) => Object.values(signature).flat()));
  const isAvoided = (kind: Kind): boolean =>
    concerned.has(kind) && partOf(kind) === 'ddl' && kind !== 'createTable';
  const kinds = Object.keys(weights) as Kind[];
  return Object.fromEntries(
    kinds.map((kind) => [kind, (weights[kind] ?? 0) * (isAvoided(kind) ? KNOWN : 1)]),
  );
}
