import type { Rule } from '../rule.js';
import { withAlive, withPaused } from '../state.js';

/**
 * Waits until replication has caught up, then compares downstream, upstream and model. Where no capture is alive the
 * run starts one first, and where replication is paused it resumes it, since nothing could catch up otherwise. Every run ends with a check, written or not.
 */
export interface Check {
  readonly kind: 'check';
}

/** Always applies. */
export const check: Rule<Check> = {
  reasons: () => [],
  next(state) {
    const running = state.isPaused ? withPaused(state, false) : state;
    return running.alive.length > 0 ? running : withAlive(running, [0]);
  },
  draw: () => ({ kind: 'check' }),
  tables: () => [],
};
