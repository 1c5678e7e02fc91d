import { applyIfRight } from '../../model/apply.js';
import { changingTable, emptyState, type State } from '../../model/state.js';
import { partitionFor, type Row, type Table } from '../../model/table.js';
import type { Told } from './attribute.js';
import type { Commands } from './commands.js';

/** Where a row is. */
export interface Place {
  readonly table: string;
  readonly partition: string | null;
  readonly data: string;
}

/** What one change did to one row: where it was before, and where it is since; null: nowhere. */
export interface Fate {
  /** Place of the change in its server's history. */
  readonly entry: number;
  readonly id: number;
  readonly before: Place | null;
  readonly after: Place | null;
}

/**
 * What a server's history made of each row, as the model sees it: a DDL does what it must do, whenever it is executed, and
 * nothing where it must fail. A row that is written again as it was has a fate as well, with the same place before and after.
 */
export function fatesOf(told: readonly Told[], commands: Commands): readonly Fate[] {
  const fates: Fate[] = [];
  let state = emptyState(0);
  for (const [entry, each] of told.entries()) {
    const { change } = each;
    const before = state;
    if (change.kind === 'ddl') {
      const command = commands.of(each.command);
      if (command === undefined || each.command === null) continue;
      state = applyIfRight(state, command, each.command);
      for (const table of commands.tablesOf(each.command)) {
        fates.push(...moved(before, state, table, entry));
      }
      continue;
    }
    const { table, id } = change;
    const found = state.tables.get(table);
    if (found === undefined) continue;
    const rest = found.rows.filter((row) => row.id !== id);
    const extra = found.columns.map((column) => column.default);
    const row: Row | null = change.kind === 'write' ? { id, data: change.data ?? '', extra } : null;
    state = changingTable(state, table, () => ({ rows: row === null ? rest : [...rest, row] }));
    fates.push({ entry, id, before: placeOf(before, table, id), after: placeOf(state, table, id) });
  }
  return joined(fates);
}

/** The rows of one table that a DDL took away, brought, or put elsewhere. */
function moved(before: State, after: State, table: string, entry: number): readonly Fate[] {
  if (before.tables.get(table) === after.tables.get(table)) return [];
  const [old, now] = [placesIn(before, table), placesIn(after, table)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const fate = { entry, id, before: old.get(id) ?? null, after: now.get(id) ?? null };
    return samePlace(fate.before, fate.after) ? [] : [fate];
  });
}

function placesIn(state: State, name: string): ReadonlyMap<number, Place> {
  const table = state.tables.get(name);
  const places = new Map<number, Place>();
  for (const { id, data } of table?.rows ?? []) {
    places.set(id, { table: name, partition: partitionOf(table, id), data });
  }
  return places;
}

function placeOf(state: State, name: string, id: number): Place | null {
  const table = state.tables.get(name);
  const row = table?.rows.find((each) => each.id === id);
  return row === undefined ? null : { table: name, partition: partitionOf(table, id), data: row.data };
}

function partitionOf(table: Table | undefined, id: number): string | null {
  return table === undefined || table.partitions === null
    ? null
    : (partitionFor(table.partitions, id)?.name ?? null);
}

/** Whether these are the same place with the same data, or both none. */
export function samePlace(a: Place | null, b: Place | null): boolean {
  return a?.table === b?.table && a?.partition === b?.partition && a?.data === b?.data;
}

/** What leaves one table and enters another by the same DDL is one row that moves (EXCHANGE, RENAME). */
function joined(fates: readonly Fate[]): readonly Fate[] {
  const result: Fate[] = [];
  const open = new Map<string, number>();
  const key = ({ entry, id }: Fate, place: Place): string => JSON.stringify([entry, id, place.data]);
  for (const fate of fates) {
    const place = fate.before === null ? fate.after : fate.after === null ? fate.before : null;
    const other = place === null ? undefined : open.get(key(fate, place));
    const half = other === undefined ? undefined : result[other];
    if (other === undefined || half === undefined || (half.before === null) === (fate.before === null)) {
      if (place !== null) open.set(key(fate, place), result.length);
      result.push(fate);
      continue;
    }
    result[other] = { ...fate, before: half.before ?? fate.before, after: half.after ?? fate.after };
  }
  return result;
}
