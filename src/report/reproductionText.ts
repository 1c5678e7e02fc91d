import type { Replays } from '../shrink/tries.js';

/** `3 of 5 runs`. */
export function reproductionText({ failed, runs }: Replays): string {
  return `${failed} of ${runs} ${runs === 1 ? 'run' : 'runs'}`;
}
