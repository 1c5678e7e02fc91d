import { apply, expectation } from '../../model/apply.js';
import type { Command } from '../../model/command.js';
import type { Reason } from '../../model/reason.js';
import { snapshotOf } from '../../model/snapshot.js';
import { emptyState, type State } from '../../model/state.js';

/** The state after commands each of which applies, from the first on numbered 1, 2, …; two captures. */
export function stateAfter(...commands: readonly Command[]): State {
  return commands.reduce((state, command, place) => {
    const reasons = reasonsIn(state, command);
    if (reasons.length > 0) throw new Error(`${command.kind} fails: ${reasons.join(', ')}`);
    return apply(state, command, place + 1);
  }, emptyState(2));
}

/** Why the command must fail in this state, in alphabetical order; empty where it need not. */
export function reasonsIn(state: State, command: Command): readonly Reason[] {
  const expected = expectation(state, command);
  return expected.kind === 'error' ? [...expected.reasons].sort() : [];
}

/** The rows of a table, by id: `1 c2.1 p0`, with the values of extra columns behind. */
export function rowsIn(state: State, table: string): readonly string[] {
  const rows = snapshotOf(state)[table]?.rows ?? [];
  return rows.map(({ id, data, extra, partition }) => [id, data, partition ?? '-', ...extra].join(' '));
}

/** The partitions of a table: `p0<200 p1<MAXVALUE`, `none` where it has none. */
export function partitionsIn(state: State, table: string): string {
  const partitions = state.tables.get(table)?.partitions;
  return partitions?.map(({ name, lessThan }) => `${name}<${lessThan}`).join(' ') ?? 'none';
}
