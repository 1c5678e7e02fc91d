import { keyOf, type Told } from './attribute.js';
import type { Divergence } from './explanation.js';
import { divergence } from './divergence.js';
import type { Course, Scene } from './scene.js';

/**
 * Where downstream's DDLs on one table first left upstream's: one came twice, never, or before one that it comes after upstream.
 * Null where both courses agree.
 */
export function tableDivergence(table: string, { commands, upstream, downstream }: Scene): Divergence | null {
  if (downstream === null) return null;
  const isOn = ({ change, command }: Told): boolean =>
    change.kind === 'ddl' && commands.tablesOf(command).includes(table);
  const right = upstream.told.filter(isOn);
  const missing = right.find((told) => !downstream.places.has(keyOf(told)));
  if (missing !== undefined) return divergence('neverExecuted', missing, null);
  const again = repeatedDdl([table], { commands, downstream });
  if (again !== null) return again;
  const done = downstream.told.filter(isOn);
  const early = done.find((told, place) => placeIn(upstream, told) > placeIn(upstream, done[place + 1]));
  if (early === undefined) return null;
  const overtaken = done[done.indexOf(early) + 1]?.command ?? null;
  return divergence('executedEarly', early, overtaken);
}

/** The first DDL on one of these tables that downstream executed a second time. */
export function repeatedDdl(
  tables: readonly string[],
  { commands, downstream }: Pick<Scene, 'commands' | 'downstream'>,
): Divergence | null {
  const again = downstream?.told.find((told, place) => {
    const isOn = commands.tablesOf(told.command).some((table) => tables.includes(table));
    return told.change.kind === 'ddl' && isOn && (downstream.places.get(keyOf(told))?.[0] ?? place) < place;
  });
  return again === undefined ? null : divergence('executedTwice', again, null);
}

function placeIn({ places }: Course, told: Told | undefined): number {
  return told === undefined ? Infinity : (places.get(keyOf(told))?.[0] ?? Infinity);
}
