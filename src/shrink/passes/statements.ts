import { applyIfRight } from '../../../model/apply.js';
import { inTurns } from '../../../model/commands/concurrently.js';
import { numbered, type SingleCommand } from '../../../model/numbered.js';
import type { Sequence } from '../../../model/sequence.js';
import { emptyState, type State } from '../../../model/state.js';
import { mapSingles, withSingle } from '../leaves.js';
import type { Pass } from '../search.js';

/** Plain statements: for a transaction one of its statements alone; for ids that upstream chooses the ids that it is likely to choose. */
export const statements: Pass = function* (sequence, captures) {
  const all = withGivenIds(sequence, captures);
  yield all;
  const given = numbered(all.commands);
  for (const { number, command } of numbered(sequence.commands)) {
    for (const plain of plainOf(command, given[number - 1]?.command)) {
      yield { ...sequence, commands: withSingle(sequence.commands, number, plain) };
    }
  }
};

function plainOf(command: SingleCommand, given: SingleCommand | undefined): readonly SingleCommand[] {
  if (command.kind === 'transaction') return command.statements;
  return command.kind === 'insertAuto' && given !== undefined ? [given] : [];
}

/** The sequence with every AUTO_INCREMENT insert giving the ids that the model guesses; in a block, where the lanes take turns. */
export function withGivenIds(sequence: Sequence, captures: number): Sequence {
  let state = emptyState(captures);
  const given = new Map<number, SingleCommand>();
  const step = (number: number, command: SingleCommand): void => {
    const plain = command.kind === 'insertAuto' ? givingIds(command, state) : command;
    given.set(number, plain);
    state = applyIfRight(state, plain, number);
  };
  let number = 1;
  for (const command of sequence.commands) {
    if (command.kind === 'concurrently') {
      const steps = inTurns(command.lanes, number);
      for (const each of steps) step(each.number, each.command);
      number += steps.length;
    } else step(number++, command);
  }
  const commands = mapSingles(sequence.commands, (each) => given.get(each.number) ?? each.command);
  return { ...sequence, commands };
}

function givingIds(command: SingleCommand & { readonly kind: 'insertAuto' }, state: State): SingleCommand {
  const { table, rows } = command;
  const first = state.tables.get(table)?.nextId ?? 1;
  return { kind: 'insert', table, ids: Array.from({ length: rows }, (_, row) => first + row) };
}
