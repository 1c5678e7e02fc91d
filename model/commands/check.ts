import type { Rule } from '../rule.js';
import { withAlive } from '../state.js';

/**
 * Waits until replication has caught up, then compares downstream, upstream and model. Where no capture is alive the
 * run starts one first, since nothing could catch up otherwise. Every run ends with a check, written or not.
 */
export interface Check {
  readonly kind: 'check';
}

/** Always applies. */
export const check: Rule<Check> = {
  reasons: () => [],
  next: (state) => (state.alive.length > 0 ? state : withAlive(state, [0])),
  draw: () => ({ kind: 'check' }),
  tables: () => [],
};
