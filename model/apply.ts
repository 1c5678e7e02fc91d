import { ruleOf, type Command } from './command.js';
import { consecutive } from './idRange.js';
import type { Reason } from './reason.js';
import type { State } from './state.js';

/** What must become of a command: success; an error for one of `reasons`; or, where the server alone can tell, either. */
export type Expectation =
  | { readonly kind: 'ok' }
  | { readonly kind: 'error'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'either'; readonly reasons: readonly Reason[] };

/** What must become of a command in this state. */
export function expectation(state: State, command: Command): Expectation {
  const rule = ruleOf(command.kind);
  const reasons = rule.reasons(state, command);
  if (reasons.length > 0) return { kind: 'error', reasons };
  const possible = rule.mayFail?.(state, command) ?? [];
  return possible.length > 0 ? { kind: 'either', reasons: possible } : { kind: 'ok' };
}

/**
 * The state after a command that succeeded. `ids` are the AUTO_INCREMENT ids that upstream gave to its rows;
 * without them the model's guess is used, as when a sequence is generated.
 */
export function apply(state: State, command: Command, number: number, ids?: readonly number[]): State {
  return ruleOf(command.kind).next(state, command, number, ids ?? guessedIds(state, command));
}

/** The state after a command if it applies, else the state as it was: the course that generation and shrinking assume. */
export function applyIfRight(state: State, command: Command, number: number): State {
  return expectation(state, command).kind === 'error' ? state : apply(state, command, number);
}

function guessedIds(state: State, command: Command): readonly number[] {
  if (command.kind !== 'insertAuto') return [];
  const first = state.tables.get(command.table)?.nextId ?? 1;
  return consecutive(first, command.rows);
}
