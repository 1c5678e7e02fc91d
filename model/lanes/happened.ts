import type { LaneCommand } from '../commands/concurrently.js';
import type { Reason } from '../reason.js';

/**
 * What upstream said of a command. `ids` are the AUTO_INCREMENT ids that it gave. `error`: any of the reasons that its number can
 * stand for. `void`: it gave up for a reason of its own (a deadlock, a lock wait that took too long), so the command did nothing.
 * `unknown`: the connection was lost, so it may have happened or not.
 */
export type Said =
  | { readonly kind: 'ok'; readonly ids: readonly number[] }
  | { readonly kind: 'error'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'void' }
  | { readonly kind: 'unknown' };

/**
 * A DDL or DML of a lane as it went. `began` and `ended` count what the harness saw in the order in which it saw it, each number once: a command that
 * ended before another one began came before it, of all others either may have come first. Infinity: nobody saw it end.
 */
export interface Happened {
  readonly number: number;
  readonly command: LaneCommand;
  readonly began: number;
  readonly ended: number;
  readonly said: Said;
}
