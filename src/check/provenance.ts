import { apply } from '../../model/apply.js';
import type { Command } from '../../model/command.js';
import { emptyState, type State } from '../../model/state.js';
import { partitionFor, type Table } from '../../model/table.js';

/** A command that succeeded upstream, at its place, with the ids that it learnt. */
export interface Applied {
  readonly number: number;
  readonly command: Command;
  readonly ids?: readonly number[];
}

/** The history of the run as the model saw it, from which it can be told which commands concern a row or a table. */
export interface History {
  readonly applied: readonly Applied[];
  readonly captures: number;
}

/** Places of the commands that wrote, moved, changed or removed a row that is one of `ids` in `table`, or carries one of `tokens`. */
export function commandsOnRows(
  history: History,
  table: string,
  ids: ReadonlySet<number>,
  tokens: ReadonlySet<string>,
): readonly number[] {
  return changes(history, (state) => {
    const seen: string[] = [];
    for (const [name, each] of state.tables) {
      for (const row of each.rows) {
        const concerned = tokens.has(row.data) || (name === table && ids.has(row.id));
        if (concerned) seen.push([name, row.id, row.data, placeOf(each, row.id), ...row.extra].join(' '));
      }
    }
    return seen.sort().join('\n');
  });
}

/** Places of the commands that made, removed or redefined a table. */
export function commandsOnTable(history: History, table: string): readonly number[] {
  return changes(history, (state) => {
    const found = state.tables.get(table);
    if (found === undefined) return '';
    return JSON.stringify([found.columns, found.indexes, found.partitions]);
  });
}

function placeOf(table: Table, id: number): string {
  return table.partitions === null ? '' : (partitionFor(table.partitions, id)?.name ?? '');
}

/** Places at which what `view` shows of the state changes. Creating or dropping the whole table counts through its rows. */
function changes(history: History, view: (state: State) => string): readonly number[] {
  const places: number[] = [];
  let state = emptyState(history.captures);
  let before = view(state);
  for (const { number, command, ids } of history.applied) {
    state = apply(state, command, number, ids);
    const after = view(state);
    if (after !== before) places.push(number);
    before = after;
  }
  return places;
}
