import { keyOf, type Told } from './attribute.js';
import type { Commands } from './commands.js';
import type { Divergence } from './explanation.js';
import type { Fate } from './fates.js';
import { divergence } from './divergence.js';
import { fatesOfRow, isOfRow, isWrite, tableOfRow, toldAt, type WrongRow } from './rowFates.js';
import type { Course, Scene } from './scene.js';

/** What downstream did to a row that it must never do, whatever is still to come; null where there is no such thing. */
export function strayed(row: WrongRow, { upstream, downstream, commands }: Scene): Divergence | null {
  if (downstream === null) return null;
  const down = fatesOfRow(downstream, row);
  return (
    twice(down, downstream) ??
    elsewhere(down, upstream, downstream, commands) ??
    tooEarly(down, upstream, downstream)
  );
}

/** A DDL that was executed before, and changed the row when it came again; the last such. */
function twice(down: readonly Fate[], downstream: Course): Divergence | null {
  for (const { entry } of down.toReversed()) {
    const told = toldAt(downstream, entry);
    const first = downstream.places.get(keyOf(told))?.[0] ?? entry;
    if (told.change.kind === 'ddl' && first < entry) return divergence('executedTwice', told, null);
  }
  return null;
}

/** A row that was written into a table that its transaction did not write it to upstream. */
function elsewhere(
  down: readonly Fate[],
  upstream: Course,
  downstream: Course,
  commands: Commands,
): Divergence | null {
  for (const { entry } of down) {
    const told = toldAt(downstream, entry);
    const { change } = told;
    if (change.kind === 'ddl') continue;
    const right = upstream.places.get(keyOf(told)) ?? [];
    const rows = right.map((place) => toldAt(upstream, place));
    const own = rows.find(({ change: each }) => each.kind !== 'ddl' && each.id === change.id);
    if (own === undefined || rows.some(({ change: each }) => isOfRow(each, change.table, change.id)))
      continue;
    const tables = [change.table, tableOfRow(own) ?? ''];
    return divergence('writtenElsewhere', told, ddlOn(tables, right[0] ?? 0, upstream, commands));
  }
  return null;
}

/** The first DDL on all of these tables that upstream executed after this entry. */
function ddlOn(
  tables: readonly string[],
  entry: number,
  { told }: Course,
  commands: Commands,
): number | null {
  const found = told.find(({ change, command }, place) => {
    const its = commands.tablesOf(command);
    return place > entry && change.kind === 'ddl' && tables.every((table) => its.includes(table));
  });
  return found?.command ?? null;
}

/** A row that was written before a change to it which comes before it upstream. */
function tooEarly(down: readonly Fate[], upstream: Course, downstream: Course): Divergence | null {
  const placeUpstream = (told: Told): number => upstream.places.get(keyOf(told))?.[0] ?? NaN;
  for (const [place, write] of down.entries()) {
    if (!isWrite(downstream, write)) continue;
    const told = toldAt(downstream, write.entry);
    const later = down
      .slice(place + 1)
      .filter((fate) => !isWrite(downstream, fate))
      .map((fate) => toldAt(downstream, fate.entry))
      .find((change) => placeUpstream(change) < placeUpstream(told));
    if (later !== undefined) return divergence('writtenEarly', told, later.command);
  }
  return null;
}
