import { kinds, type Kind } from '../../model/command.js';

/** The part that a kind of command plays in a run. */
export type Part = 'ddl' | 'dml' | 'capture' | 'pause';

const PARTS: Readonly<Partial<Record<Kind, Part>>> = {
  insert: 'dml',
  insertAuto: 'dml',
  update: 'dml',
  delete: 'dml',
  transaction: 'dml',
  killCapture: 'capture',
  startCapture: 'capture',
  pauseChangefeed: 'capture',
  resumeChangefeed: 'capture',
  resignOwner: 'capture',
  moveTable: 'capture',
  wait: 'pause',
  check: 'pause',
};

/** The part that this kind plays; a kind that is not listed as anything else changes tables, so it is a DDL. */
export function partOf(kind: Kind): Part {
  return PARTS[kind] ?? 'ddl';
}

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
