import type { Reason } from './reason.js';
import type { State } from './state.js';
import type { Space } from './space.js';

/** A source of choices, handed in so that the model itself draws nothing. `below(n)` is an integer in [0, n). */
export interface Choose {
  below(n: number): number;
}

/**
 * What the model knows about one kind of command. A new command is one file that exports one of these, and one line
 * in `command.ts`.
 */
export interface Rule<C> {
  /**
   * Every rule of the SQL that the command breaks in this state; empty: it must succeed. What rows break comes in the
   * order in which the rows are met, the rest in no order: which one a server names is the dialect's business.
   */
  reasons(state: State, command: C): readonly Reason[];
  /** Reasons that only the server can tell, so that either outcome is right (ids are learnt, not predicted). */
  mayFail?(state: State, command: C): readonly Reason[];
  /** What a success makes of the state. `number` is the command's place; `ids` are learnt from upstream, where it has any to learn. */
  next(state: State, command: C, number: number, ids: readonly number[]): State;
  /** A command of this kind that applies in this state, or null where there is none. */
  draw(state: State, choose: Choose, space: Space): C | null;
  /** A command of this kind that must fail in this state, or null where there is none worth trying. */
  drawFailing?(state: State, choose: Choose, space: Space): C | null;
  /** The tables that the command names. */
  tables(command: C): readonly string[];
}

/** One of several, or undefined of none. */
export function pick<T>(choose: Choose, from: readonly T[]): T | undefined {
  return from.length === 0 ? undefined : from[choose.below(from.length)];
}
