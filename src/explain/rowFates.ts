import { keyOf, type Told } from './attribute.js';
import type { Fate } from './fates.js';
import type { Course } from './scene.js';

/** A row that is wrong: by its id in its table. `tokens` are what it holds where it may stand in another table. */
export interface WrongRow {
  readonly table: string;
  readonly id: number;
  readonly tokens: ReadonlySet<string>;
}

/**
 * What happened to this row on one side, in order: found backwards from the table that it is told of, through the tables that it came
 * from. Where it never was in that table, what happened to a row of its id with one of its tokens.
 */
export function fatesOfRow({ fates }: Course, { table, id, tokens }: WrongRow): readonly Fate[] {
  const own = fates.filter((fate) => fate.id === id);
  const found: Fate[] = [];
  let at = table;
  for (const fate of own.toReversed()) {
    if (fate.before?.table !== at && fate.after?.table !== at) continue;
    found.unshift(fate);
    at = fate.before?.table ?? at;
  }
  if (found.length > 0) return found;
  return own.filter((fate) =>
    [fate.before, fate.after].some((place) => place !== null && tokens.has(place.data)),
  );
}

/** The entry of a history at this place. */
export function toldAt({ told, server }: Course, entry: number): Told {
  const found = told[entry];
  if (found === undefined) throw new Error(`the history of ${server} has no entry ${entry}`);
  return found;
}

/** Places of this very change in another course; of a transaction's, only what it did to this row. */
export function sameChange({ places, told }: Course, { change, ...which }: Told): readonly number[] {
  return (places.get(keyOf({ change, ...which })) ?? []).filter((place) => {
    const other = told[place]?.change;
    return change.kind === 'ddl' || (other !== undefined && isOfRow(other, change.table, change.id));
  });
}

/** Whether a change is one of this row. */
export function isOfRow(change: Told['change'], table: string, id: number): boolean {
  return change.kind !== 'ddl' && change.table === table && change.id === id;
}

/** Whether what happened was that the row was written. */
export function isWrite(course: Course, { entry }: Fate): boolean {
  return toldAt(course, entry).change.kind === 'write';
}

/** The table of a row; of a DDL none. */
export function tableOfRow({ change }: Told): string | null {
  return change.kind === 'ddl' ? null : change.table;
}
