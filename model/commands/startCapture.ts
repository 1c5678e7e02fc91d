import { pick, type Rule } from '../rule.js';
import { withAlive } from '../state.js';

/** Starts a dead capture, `delay` ms after the command before it has ended. */
export interface StartCapture {
  readonly kind: 'startCapture';
  readonly capture: number;
  readonly delay: number;
}

/** Needs a capture that is dead. */
export const startCapture: Rule<StartCapture> = {
  reasons: (state, { capture }) =>
    state.alive.includes(capture) || capture >= state.captures ? ['captureAlive'] : [],
  next: (state, { capture }) => withAlive(state, [...state.alive, capture]),
  draw(state, choose, space) {
    const dead: number[] = [];
    for (let i = 0; i < state.captures; i++) if (!state.alive.includes(i)) dead.push(i);
    const capture = pick(choose, dead);
    if (capture === undefined) return null;
    const delay = choose.below(2) === 0 ? 0 : choose.below(space.maxDelay + 1);
    return { kind: 'startCapture', capture, delay };
  },
  tables: () => [],
};
