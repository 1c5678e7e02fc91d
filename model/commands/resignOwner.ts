import type { Rule } from '../rule.js';
import { withAlive } from '../state.js';

/** The owner steps back without ending: the next one in line takes over, and it is last in line itself. */
export interface ResignOwner {
  readonly kind: 'resignOwner';
}

/** Needs another capture that is alive: without one it is elected again. */
export const resignOwner: Rule<ResignOwner> = {
  reasons: (state) => (state.alive.length > 1 ? [] : ['captureDead']),
  next(state) {
    const [owner, ...others] = state.alive;
    return owner === undefined ? state : withAlive(state, [...others, owner]);
  },
  draw: (state) => (state.alive.length > 1 ? { kind: 'resignOwner' } : null),
  tables: () => [],
};
