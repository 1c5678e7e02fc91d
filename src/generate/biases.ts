import type { Kind } from '../../model/command.js';
import { partOf, type Part } from '../../model/part.js';
import { pick, type Choose } from '../../model/rule.js';

/*
 * Every departure from the plain mix of the workload, in one place. Lost rows come from things that happen close
 * together: a DDL, a row written to the same table around it, a capture killed before both are through. The plain mix
 * over many tables seldom puts these next to each other; the biases do. They multiply weights and never add any, so
 * that a kind to which the workload gives no weight stays out.
 */

/** How many tables a run uses: few, so that commands meet on the same table; now and then all that there are. */
export function tableCount(choose: Choose, available: number): number {
  const dice = choose.below(20);
  const wanted = dice < 6 ? 1 : dice < 15 ? 2 : dice < 19 ? 3 : available;
  return Math.min(wanted, available);
}

/** Whether a kind takes part in a run (swarm testing: Groce et al., ISSTA 2012): kills mostly, everything else by the toss of a coin. */
export function takesPart(choose: Choose, kind: Kind): boolean {
  return kind === 'killCapture' ? choose.below(8) > 0 : choose.below(2) === 0;
}

/** Locality: three of four commands go to the table touched last, if it is still there. */
export function nextTable(
  choose: Choose,
  last: string | undefined,
  names: readonly string[],
): string | undefined {
  if (last !== undefined && choose.below(4) > 0 && names.includes(last)) return last;
  return pick(choose, names);
}

/**
 * How many times more often a kind follows a command that plays this part than its weight says: rows are written right after a
 * DDL and right after a kill, a capture is killed right after a DDL and sometimes right after a row, and two kills in
 * a row or two waits are rare.
 */
export function boost(before: Part | undefined, kind: Kind): number {
  if (before === undefined) return 1;
  const now = partOf(kind);
  if (kind === 'killCapture')
    return before === 'ddl' ? 6 : before === 'dml' ? 2 : before === 'capture' ? 0.25 : 1;
  if (now === 'dml') return before === 'ddl' || before === 'capture' ? 3 : 1;
  if (now === 'ddl') return before === 'dml' ? 2 : 1;
  return now === before ? 0.25 : 1;
}

/** A dead capture is started some commands later: one chance in four before each command. */
export function startsNow(choose: Choose): boolean {
  return choose.below(4) === 0;
}
