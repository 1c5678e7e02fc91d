import type { Outcome } from '../cluster/cluster.js';

/** What became of a command, in a word or two: `ok`, `error 1526`, `unknown`. */
export function outcomeText(outcome: Outcome): string {
  return outcome.kind === 'error' ? `error ${outcome.errno}` : outcome.kind;
}
