import type { Command } from './command.js';
import { latestDiscarded, type State } from './state.js';

/**
 * Whether it is known what a command would bring back. What was thrown away while other commands were under way is not: orders that differ in it alone
 * leave the same tables behind, so nothing has told which one it was.
 */
export function isCertain(state: State, command: Command): boolean {
  if (command.kind !== 'recoverTable' && command.kind !== 'flashbackTable') return true;
  return latestDiscarded(state, command.table)?.isCertain !== false;
}
