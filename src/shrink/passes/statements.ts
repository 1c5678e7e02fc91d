import { applyIfRight } from '../../../model/apply.js';
import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { emptyState, type State } from '../../../model/state.js';
import type { Pass } from '../search.js';

/** Plain statements: for a transaction one of its statements alone; for ids that upstream chooses the ids that it is likely to choose. */
export const statements: Pass = function* (sequence, captures) {
  const all = withGivenIds(sequence, captures);
  yield all;
  for (const [place, command] of sequence.commands.entries()) {
    for (const plain of plainOf(command, all.commands[place])) {
      yield { ...sequence, commands: sequence.commands.with(place, plain) };
    }
  }
};

function plainOf(command: Command, given: Command | undefined): readonly Command[] {
  if (command.kind === 'transaction') return command.statements;
  return command.kind === 'insertAuto' && given !== undefined ? [given] : [];
}

/** The sequence with every AUTO_INCREMENT insert giving the ids that the model guesses. */
export function withGivenIds(sequence: Sequence, captures: number): Sequence {
  let state = emptyState(captures);
  const commands = sequence.commands.map((command, place) => {
    const plain = command.kind === 'insertAuto' ? givingIds(command, state) : command;
    state = applyIfRight(state, plain, place + 1);
    return plain;
  });
  return { ...sequence, commands };
}

function givingIds(command: Command & { readonly kind: 'insertAuto' }, state: State): Command {
  const { table, rows } = command;
  const first = state.tables.get(table)?.nextId ?? 1;
  return { kind: 'insert', table, ids: Array.from({ length: rows }, (_, row) => first + row) };
}
