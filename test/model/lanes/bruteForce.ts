import { apply, expectation } from '../../../model/apply.js';
import type { LaneCommand } from '../../../model/commands/concurrently.js';
import type { Happened } from '../../../model/lanes/happened.js';
import { snapshotOf } from '../../../model/snapshot.js';
import type { State } from '../../../model/state.js';

/** Every end, as text, that some order of the commands leads to: each order that the times allow is carried out, one by one. */
export function endsOf(before: State, happened: readonly Happened[]): ReadonlySet<string> {
  const ends = new Set<string>();
  const visit = (state: State, left: readonly Happened[]): void => {
    if (left.length === 0) ends.add(textOf(state));
    for (const each of left) {
      if (left.some((other) => other.ended < each.began)) continue;
      const rest = left.filter((other) => other !== each);
      for (const next of outcomes(state, each)) visit(next, rest);
    }
  };
  visit(before, happened);
  return ends;
}

/** A state as text; what differs only in what no server shows is the same. */
export function textOf(state: State): string {
  return JSON.stringify(Object.entries(snapshotOf(state)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The states after a command that went like this; none where it cannot have. */
function outcomes(state: State, { command, number, said }: Happened): readonly State[] {
  const expected = expectation(state, command);
  switch (said.kind) {
    case 'void':
      return [state];
    case 'ok':
      return expected.kind === 'error' || !hasRoom(state, command, said.ids)
        ? []
        : [apply(state, command, number, said.ids)];
    case 'unknown':
      return expected.kind === 'error' ? [state] : [state, apply(state, command, number)];
    case 'error':
      return expected.kind !== 'ok' && expected.reasons.some((reason) => said.reasons.includes(reason))
        ? [state]
        : [];
  }
}

/** An id that upstream is said to have given can be given only where it is free. */
function hasRoom(state: State, command: LaneCommand, ids: readonly number[]): boolean {
  if (command.kind !== 'insertAuto') return true;
  return expectation(state, { kind: 'insert', table: command.table, ids }).kind === 'ok';
}
