import { applyIfRight } from '../../../model/apply.js';
import { snapshotOf, type Snapshot } from '../../../model/snapshot.js';
import { changingTable, emptyState, type State } from '../../../model/state.js';
import { keyOf, type Told } from '../../explain/attribute.js';
import type { Commands } from '../../explain/commands.js';
import type { Course } from '../../explain/scene.js';

/** What a server held before and after it executed a command, one time. */
export interface Execution {
  readonly command: number | null;
  /** ms since the session was opened, where that is known. */
  readonly at: number | null;
  readonly capture: number | null;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/**
 * What a server held before and after each command that it executed, in its own order, by its record and the model: a DDL does what
 * it must do, whenever it is executed, and nothing where it must fail.
 */
export function executionsOf({ told }: Course, commands: Commands): readonly Execution[] {
  const executions: Execution[] = [];
  let state = emptyState(0);
  for (const changes of executedTogether(told)) {
    const before = state;
    for (const each of changes) state = after(state, each, commands);
    const [first] = changes;
    if (first === undefined) continue;
    const { command, at, capture } = first;
    executions.push({ command, at, capture, before: snapshotOf(before), after: snapshotOf(state) });
  }
  return executions;
}

function executedTogether(told: readonly Told[]): readonly (readonly Told[])[] {
  const groups: Told[][] = [];
  for (const each of told) {
    const last = groups.at(-1);
    const isSame = last?.[0] !== undefined && keyOf(last[0]) === keyOf(each) && each.change.kind !== 'ddl';
    if (isSame) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

function after(state: State, { change, command: number }: Told, commands: Commands): State {
  if (change.kind === 'ddl') {
    const command = commands.of(number);
    return command === undefined || number === null ? state : applyIfRight(state, command, number);
  }
  const { table, id } = change;
  if (!state.tables.has(table)) return state;
  return changingTable(state, table, ({ rows, columns }) => {
    const others = rows.filter((row) => row.id !== id);
    if (change.kind === 'remove') return { rows: others };
    return { rows: [...others, { id, data: change.data ?? '', extra: columns.map((each) => each.default) }] };
  });
}
