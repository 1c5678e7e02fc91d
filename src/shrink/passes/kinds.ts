import { expectation } from '../../../model/apply.js';
import { ruleOf } from '../../../model/command.js';
import type { Transaction } from '../../../model/commands/transaction.js';
import type { SingleCommand } from '../../../model/numbered.js';
import { emptyState, type State } from '../../../model/state.js';
import { hasRow, partitionFor, type Table } from '../../../model/table.js';
import { groupsOf } from '../leaves.js';
import { plainness } from '../plainness.js';
import { partsOf, pruned, stateAfter } from '../prune.js';
import type { Pass } from '../search.js';

/**
 * A plainer kind of command in place of each, done to a table that it names: where any DDL shows the failure, the plainest one
 * is to show it. Whether it is still the same failure its signature tells.
 */
export const kinds: Pass = function* (sequence, captures) {
  let state = emptyState(captures);
  const parts = partsOf(sequence.commands, captures);
  for (const group of groupsOf(parts)) {
    const first = parts.findIndex((part) => part === group[0]);
    const after = stateAfter(state, group, first + 1);
    for (const [i, part] of group.entries()) {
      for (const plain of plainerThan(part.command, state, after)) {
        if (expectation(state, plain).kind === 'error') continue;
        const changed = parts.with(first + i, { ...part, command: plain, applied: true });
        yield { ...sequence, commands: pruned(changed, captures) };
      }
    }
    state = after;
  }
};

/** What could be done in place of a command that makes `after` of `state`, the plainest first. */
function plainerThan(command: SingleCommand, state: State, after: State): readonly SingleCommand[] {
  if (command.kind === 'transaction') return plainerInside(command, state, after);
  const named = ruleOf(command.kind).tables(command);
  const tables = named.length > 0 ? named : [...state.tables.keys()];
  return tables
    .flatMap((table) => [...doneTo(table, state, after)])
    .filter(({ kind }) => plainness(kind) < plainness(command.kind))
    .sort((a, b) => plainness(a.kind) - plainness(b.kind));
}

function plainerInside(command: Transaction, state: State, after: State): readonly SingleCommand[] {
  return command.statements.flatMap((statement, place) =>
    plainerThan(statement, state, after).flatMap((plain) =>
      plain.kind === 'insert' || plain.kind === 'delete'
        ? [{ ...command, statements: command.statements.with(place, plain) }]
        : [],
    ),
  );
}

/** One command of each plain kind, done to a table of this name. A row more must not meet one from before or, in a transaction, from beside. */
function* doneTo(name: string, state: State, after: State): Generator<SingleCommand> {
  const table = state.tables.get(name);
  if (table === undefined) {
    yield { kind: 'createTable', table: name, partitions: null };
    return;
  }
  const id = freeId(table, after.tables.get(name));
  if (id !== undefined) yield { kind: 'insert', table: name, ids: [id] };
  const [row] = table.rows;
  if (row !== undefined) yield { kind: 'delete', table: name, from: row.id, to: row.id };
  yield { kind: 'truncateTable', table: name };
  yield { kind: 'addIndex', table: name, index: { name: 'i_data', column: 'data' } };
  yield { kind: 'addColumn', table: name, column: { name: 'x', default: 0 } };
  yield { kind: 'dropTable', table: name };
  for (const partition of table.partitions ?? []) {
    yield { kind: 'truncatePartition', table: name, partitions: [partition.name] };
    yield { kind: 'dropPartition', table: name, partitions: [partition.name] };
  }
}

/** The lowest id for one row more, if there is a partition for it. */
function freeId(...tables: readonly (Table | undefined)[]): number | undefined {
  const there = tables.filter((table) => table !== undefined);
  const most = 1 + there.reduce((sum, { rows }) => sum + rows.length, 0);
  return Array.from({ length: most }, (_, place) => place + 1).find((id) =>
    there.every(
      (table) =>
        !hasRow(table, id) && (table.partitions === null || partitionFor(table.partitions, id) !== undefined),
    ),
  );
}
