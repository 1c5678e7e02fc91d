import { apply, expectation } from '../../model/apply.js';
import { ruleOf, type Command } from '../../model/command.js';
import { consecutive } from '../../model/idRange.js';
import { emptyState, type State } from '../../model/state.js';
import type { Executed } from '../cluster/cluster.js';
import type { CommandEntry } from '../run/trace.js';
import type { Dialect } from '../sql/dialect.js';
import type { Told } from './attribute.js';
import type { Commands } from './commands.js';

/**
 * What upstream executed, as the commands that succeeded tell it together with the model. It knows no positions: `#3` stands
 * for that of command 3.
 */
export function toldByTrace(
  done: readonly CommandEntry[],
  commands: Commands,
  dialect: Dialect,
): readonly Told[] {
  let state = emptyState(0);
  return done.flatMap(({ number, command, end, outcome }) => {
    const before = state;
    if (outcome.kind !== 'ok' || 'capture' in command || expectation(before, command).kind === 'error')
      return [];
    const first = outcome.insertId;
    const ids =
      command.kind === 'insertAuto' && first !== undefined ? consecutive(first, command.rows) : undefined;
    state = apply(before, command, number, ids);
    const changes: readonly Executed['change'][] = commands.isDdl(number)
      ? [{ kind: 'ddl', statement: dialect.statements({ number, command })[0] ?? command.kind }]
      : rowsBetween(before, state, command);
    return changes.map((change) => ({
      position: `#${number}`,
      at: end,
      capture: null,
      command: number,
      change,
    }));
  });
}

function rowsBetween(before: State, after: State, command: Command): readonly Executed['change'][] {
  return ruleOf(command.kind)
    .tables(command)
    .flatMap((table): readonly Executed['change'][] => {
      const old = new Set(before.tables.get(table)?.rows);
      const now = after.tables.get(table)?.rows ?? [];
      const ids = new Set(now.map(({ id }) => id));
      return [
        ...now
          .filter((row) => !old.has(row))
          .map(({ id, data }) => ({ kind: 'write', table, id, data }) as const),
        ...[...old]
          .filter(({ id }) => !ids.has(id))
          .map(({ id }) => ({ kind: 'remove', table, id }) as const),
      ];
    });
}
