import { kinds, type Kind } from '../../model/command.js';
import { partOf } from '../../model/part.js';

/** Kinds that write new rows: without one of them a run has nothing to lose. */
export const INSERTING: readonly Kind[] = ['insert', 'insertAuto'];

/** Whether a run that ends with this kind could as well do without it: nothing can be lost by it any more. */
export function isIdle(kind: Kind): boolean {
  return partOf(kind) === 'pause' || kind === 'startCapture' || kind === 'resumeChangefeed';
}

/** Kinds with weight that can be carried out, with their weights. */
export function weighted(
  weights: Readonly<Partial<Record<Kind, number>>>,
  supports: (kind: Kind) => boolean,
): ReadonlyMap<Kind, number> {
  const found = new Map<Kind, number>();
  for (const kind of kinds) {
    const weight = weights[kind] ?? 0;
    if (weight > 0 && supports(kind)) found.set(kind, weight);
  }
  return found;
}
