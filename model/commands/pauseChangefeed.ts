import type { Rule } from '../rule.js';
import { withPaused } from '../state.js';

/** Stops replication where it is; it goes on from there when it is resumed, or at the next check. */
export interface PauseChangefeed {
  readonly kind: 'pauseChangefeed';
}

/** Needs replication that is not paused. */
export const pauseChangefeed: Rule<PauseChangefeed> = {
  reasons: (state) => (state.isPaused ? ['changefeedPaused'] : []),
  next: (state) => withPaused(state, true),
  draw: (state) => (state.isPaused ? null : { kind: 'pauseChangefeed' }),
  tables: () => [],
};
