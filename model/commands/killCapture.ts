import { pick, type Rule } from '../rule.js';
import { withAlive } from '../state.js';

/** Kills a capture, `delay` ms after the command before it has ended. Another one takes over, if any is alive. */
export interface KillCapture {
  readonly kind: 'killCapture';
  readonly capture: number;
  readonly signal: 'KILL' | 'TERM';
  readonly delay: number;
}

/** Needs a capture that is alive. */
export const killCapture: Rule<KillCapture> = {
  reasons: (state, { capture }) => (state.alive.includes(capture) ? [] : ['captureDead']),
  next: (state, { capture }) =>
    withAlive(
      state,
      state.alive.filter((each) => each !== capture),
    ),
  draw(state, choose, space) {
    const owner = state.alive[0];
    const capture = choose.below(3) > 0 ? owner : pick(choose, state.alive);
    if (capture === undefined) return null;
    return {
      kind: 'killCapture',
      capture,
      signal: choose.below(4) === 0 ? 'TERM' : 'KILL',
      delay: choose.below(2) === 0 ? 0 : choose.below(space.maxDelay + 1),
    };
  },
  tables: () => [],
};
