import { keyOf, type Told } from './attribute.js';
import type { Scene } from './scene.js';

/** The change that downstream's checkpoint stays before, and whether downstream has executed it for all that. */
export interface StuckAt {
  readonly told: Told;
  readonly wasExecuted: boolean;
}

/** Where downstream's checkpoint stays: before the first change that lies after it. Null where no position tells. */
export function stuckAt({ trace, upstream, downstream }: Scene): StuckAt | null {
  const sync = trace.findLast((entry) => entry.type === 'check')?.sync;
  if (sync?.kind !== 'stuck') return null;
  const told = upstream.told.find(({ position }) => isAfter(position, sync.reached));
  if (told === undefined) return null;
  return { told, wasExecuted: downstream?.places.has(keyOf(told)) ?? false };
}

/** Positions count up: GTIDs (`0-1-57`) in their last number, timestamps as a whole; one that has no number is before all. */
function isAfter(position: string, reached: string): boolean {
  const [number, last] = [position, reached].map((text) => /(\d+)$/.exec(text)?.[1]);
  return number !== undefined && (last === undefined || BigInt(number) > BigInt(last));
}
