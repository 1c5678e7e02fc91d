import type { Told } from './attribute.js';
import type { Divergence, DivergenceKind } from './explanation.js';

/** A divergence at this change. */
export function divergence(
  kind: DivergenceKind,
  { command, position, at, capture }: Told,
  against: number | null,
): Divergence {
  return { kind, command, against, position, at, capture };
}
