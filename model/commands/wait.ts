import type { Rule } from '../rule.js';

/** Lets replication run for so many ms. */
export interface Wait {
  readonly kind: 'wait';
  readonly ms: number;
}

/** Always applies. */
export const wait: Rule<Wait> = {
  reasons: () => [],
  next: (state) => state,
  draw: (_, choose, space) => ({ kind: 'wait', ms: 1 + choose.below(Math.max(space.maxDelay, 1)) }),
  tables: () => [],
};
