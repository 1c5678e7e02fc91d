import { expectation } from '../../model/apply.js';
import { ruleOf, type Command } from '../../model/command.js';
import type { State } from '../../model/state.js';
import type { Leaf } from './leaves.js';

/**
 * Which commands of a block apply in some order, where it begins in this state. Not all orders are gone through: a command counts as possible
 * unless no order gives it its table, or what is in its way is touched by no other command.
 */
export function mayApply(state: State, group: readonly Leaf[]): (leaf: Leaf) => boolean {
  const { tables, discarded } = reachable(state, group);
  return (leaf) => {
    const { command } = leaf;
    const expected = expectation(state, command);
    if (expected.kind !== 'error') return true;
    const others = group.flatMap((each) => (each === leaf ? [] : [each.command]));
    if ('capture' in command) {
      return others.some((each) => 'capture' in each && each.capture === command.capture);
    }
    const concerned = ruleOf(command.kind).tables(command);
    if (expected.reasons.includes('missingTable')) {
      return concerned.every((name) => tables.has(name) || name === madeBy(command));
    }
    if (expected.reasons.includes('nothingToRecover')) return concerned.some((name) => discarded.has(name));
    return others.some((each) =>
      ruleOf(each.kind)
        .tables(each)
        .some((name) => concerned.includes(name)),
    );
  };
}

/** The tables that exist in some order of the commands, and those that may then be there to recover. */
function reachable(
  state: State,
  group: readonly Leaf[],
): Readonly<Record<'tables' | 'discarded', Set<string>>> {
  const tables = new Set(state.tables.keys());
  const discarded = new Set(state.discarded.map(({ name }) => name));
  const found = (): number => tables.size + discarded.size;
  const hasSource = (command: Command): boolean => {
    switch (command.kind) {
      case 'renameTable':
        return tables.has(command.table);
      case 'recoverTable':
      case 'flashbackTable':
        return discarded.has(command.table);
      default:
        return true;
    }
  };
  let before: number;
  do {
    before = found();
    for (const { command } of group) {
      const made = madeBy(command);
      if (made !== null && hasSource(command)) tables.add(made);
      const discards = command.kind === 'dropTable' || command.kind === 'truncateTable';
      if (discards && tables.has(command.table)) discarded.add(command.table);
    }
  } while (found() > before);
  return { tables, discarded };
}

/** The name by which a table is there after this command and was not before. */
function madeBy(command: Command): string | null {
  switch (command.kind) {
    case 'createTable':
    case 'recoverTable':
      return command.table;
    case 'renameTable':
    case 'flashbackTable':
      return command.to;
    default:
      return null;
  }
}
