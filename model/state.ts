import { changed, type Table } from './table.js';

/** A table that DROP or TRUNCATE threw away and RECOVER TABLE may bring back (TiDB), once. */
export interface Discarded {
  readonly name: string;
  readonly table: Table;
  readonly isRecovered: boolean;
  /** Whether it is known for sure: what is thrown away in a block of lanes may have been something else just as well. */
  readonly isCertain: boolean;
}

/**
 * What is true after the commands so far: the tables by name, what can be recovered (latest last), and the
 * captures that run, the longest running one (the owner) first. `captures` counts all of them, dead or alive.
 */
export interface State {
  readonly tables: ReadonlyMap<string, Table>;
  readonly discarded: readonly Discarded[];
  readonly alive: readonly number[];
  readonly captures: number;
  /** Whether replication is paused. */
  readonly isPaused: boolean;
}

/** The state before the first command: no tables, every capture alive. */
export function emptyState(captures: number): State {
  const alive: number[] = [];
  for (let capture = 0; capture < captures; capture++) alive.push(capture);
  return { tables: new Map(), discarded: [], alive, captures, isPaused: false };
}

/** The state with other tables. Field by field, since all states then have one hidden class, which is quick; so in the others. */
export function withTables({ discarded, alive, captures, isPaused }: State, tables: State['tables']): State {
  return { tables, discarded, alive, captures, isPaused };
}

/** The state with other captures alive. */
export function withAlive({ tables, discarded, captures, isPaused }: State, alive: State['alive']): State {
  return { tables, discarded, alive, captures, isPaused };
}

/** The state in which replication is paused, or is not. */
export function withPaused({ tables, discarded, alive, captures }: State, isPaused: boolean): State {
  return { tables, discarded, alive, captures, isPaused };
}

/** The state with other tables to recover. */
export function withDiscarded(
  { tables, alive, captures, isPaused }: State,
  discarded: State['discarded'],
): State {
  return { tables, discarded, alive, captures, isPaused };
}

/** The state with one table put in place of whatever had its name. */
export function withTable(state: State, name: string, table: Table): State {
  return withTables(state, copied(state.tables).set(name, table));
}

/** The state with only the tables whose names are accepted. */
export function withOnlyTables(state: State, accepts: (name: string) => boolean): State {
  return withTables(state, new Map([...state.tables].filter(([name]) => accepts(name))));
}

/** The state without one table. */
export function withoutTable(state: State, name: string): State {
  const tables = copied(state.tables);
  tables.delete(name);
  return withTables(state, tables);
}

/** A map of the same tables. Entry by entry, since the constructor of Map takes twice as long over another map. */
function copied(tables: State['tables']): Map<string, Table> {
  const copy = new Map<string, Table>();
  for (const [name, table] of tables) copy.set(name, table);
  return copy;
}

/** A table that is known to exist. Throws where it does not: a rule's `next` is only called when `reasons` is empty. */
export function tableOf(state: State, name: string): Table {
  const table = state.tables.get(name);
  if (table === undefined) throw new Error(`no table ${name} in the model`);
  return table;
}

/** The state with some fields of one existing table changed. */
export function changingTable(state: State, name: string, change: (table: Table) => Partial<Table>): State {
  const table = tableOf(state, name);
  return withTable(state, name, changed(table, change(table)));
}

/** The state in which the table as it is now can be recovered. */
export function discarding(state: State, name: string): State {
  const latest = { name, table: tableOf(state, name), isRecovered: false, isCertain: true };
  return withDiscarded(state, [...state.discarded, latest]);
}

/** The state in which what was not thrown away before a block of lanes is not certain. */
export function withUncertain(before: State, after: State): State {
  const discarded = after.discarded.map((each) =>
    before.discarded.includes(each) ? each : { ...each, isCertain: false },
  );
  return withDiscarded(after, discarded);
}

/** What can be recovered by this name: only the latest one counts, and once it is recovered, those before it stay out of reach. */
export function latestDiscarded(state: State, name: string): Discarded | undefined {
  return state.discarded.findLast((each) => each.name === name);
}

/** Whether something of this name can be recovered, and it is known what. */
export function canComeBack(state: State, name: string): boolean {
  const found = latestDiscarded(state, name);
  return found?.isRecovered === false && found.isCertain;
}

/** The state in which a discarded table is back, under this name. */
export function recovering(state: State, found: Discarded, name: string): State {
  const discarded = state.discarded.map((each) => (each === found ? { ...each, isRecovered: true } : each));
  return withTable(withDiscarded(state, discarded), name, found.table);
}
