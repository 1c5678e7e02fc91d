import type { Rule } from '../rule.js';
import { withPaused } from '../state.js';

/** Lets replication go on from where it was paused. */
export interface ResumeChangefeed {
  readonly kind: 'resumeChangefeed';
}

/** Needs replication that is paused. */
export const resumeChangefeed: Rule<ResumeChangefeed> = {
  reasons: (state) => (state.isPaused ? [] : ['changefeedRunning']),
  next: (state) => withPaused(state, false),
  draw: (state) => (state.isPaused ? { kind: 'resumeChangefeed' } : null),
  tables: () => [],
};
