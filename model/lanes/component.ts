import { ruleOf } from '../command.js';
import type { Snapshot } from '../snapshot.js';
import { withDiscarded, withOnlyTables, type State } from '../state.js';
import type { Happened } from './happened.js';

/** Tables that no command of a block joins with others, and what there is of the block on them. */
export interface Component {
  readonly tables: ReadonlySet<string>;
  readonly happened: readonly Happened[];
  readonly before: State;
  readonly seen: Snapshot;
}

/**
 * A block in parts that have no table in common. Each can be explained by itself, since a history in which every object's part has an order
 * has one as a whole (locality of linearizability: Herlihy and Wing, TOPLAS 1990).
 */
export function componentsOf(
  before: State,
  happened: readonly Happened[],
  seen: Snapshot,
): readonly Component[] {
  const groups: Set<string>[] = [];
  const join = (names: readonly string[]): void => {
    const group = new Set(names);
    for (const other of groups.filter((each) => names.some((name) => each.has(name)))) {
      for (const name of other) group.add(name);
      groups.splice(groups.indexOf(other), 1);
    }
    groups.push(group);
  };
  for (const name of [...before.tables.keys(), ...Object.keys(seen)]) join([name]);
  for (const { command } of happened) join(tablesOf(command));
  return groups.map((tables) => ({
    tables,
    happened: happened.filter(({ command }) => tablesOf(command).some((name) => tables.has(name))),
    before: only(before, tables),
    seen: Object.fromEntries(Object.entries(seen).filter(([name]) => tables.has(name))),
  }));
}

function tablesOf(command: Happened['command']): readonly string[] {
  return ruleOf(command.kind).tables(command);
}

function only(state: State, names: ReadonlySet<string>): State {
  return withDiscarded(
    withOnlyTables(state, (name) => names.has(name)),
    state.discarded.filter(({ name }) => names.has(name)),
  );
}
