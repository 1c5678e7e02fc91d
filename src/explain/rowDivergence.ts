import { keyOf, type Told } from './attribute.js';
import type { Commands } from './commands.js';
import type { Divergence, DivergenceKind } from './explanation.js';
import type { Fate } from './fates.js';
import type { Course, Scene } from './scene.js';

/** A row that is wrong: by its id in its table, and by what it holds on either side. */
export interface WrongRow {
  readonly table: string;
  readonly id: number;
  readonly tokens: ReadonlySet<string>;
}

/** What happened to this row on one side. */
export function fatesOfRow({ fates }: Course, { table, id, tokens }: WrongRow): readonly Fate[] {
  return fates.filter(
    (fate) =>
      fate.id === id &&
      [fate.before, fate.after].some(
        (place) => place !== null && (place.table === table || tokens.has(place.data)),
      ),
  );
}

/**
 * Where downstream's course first left upstream's for one row. It is looked for backwards from the row as it is: what was executed
 * twice and changed it then; what upstream did to it last and downstream never did; what downstream did to it last, if
 * upstream did that before something that downstream had done already. Null where both courses agree.
 */
export function rowDivergence(row: WrongRow, scene: Scene): Divergence | null {
  const { upstream, downstream } = scene;
  if (downstream === null) return null;
  const [up, down] = [fatesOfRow(upstream, row), fatesOfRow(downstream, row)];
  return twice(down, downstream) ?? never(up, scene, downstream) ?? misplaced(up, down, upstream, downstream);
}

function twice(down: readonly Fate[], downstream: Course): Divergence | null {
  for (const { entry } of down.toReversed()) {
    const told = toldAt(downstream, entry);
    const first = downstream.places.get(keyOf(told))?.[0] ?? entry;
    if (told.change.kind === 'ddl' && first < entry) return divergence('executedTwice', told, null);
  }
  return null;
}

function never(up: readonly Fate[], { upstream, commands }: Scene, downstream: Course): Divergence | null {
  const last = up.at(-1);
  const write = last?.after === null ? undefined : up.findLast((fate) => isWrite(upstream, fate));
  if (write !== undefined) {
    const told = toldAt(upstream, write.entry);
    if (sameRow(downstream, told).length === 0) {
      const elsewhere = inAnotherTable(told, upstream, downstream);
      if (elsewhere === undefined) return divergence('neverWritten', told, null);
      const tables = [tableOf(told), tableOf(elsewhere)];
      return divergence('writtenElsewhere', elsewhere, ddlBetween(tables, write.entry, upstream, commands));
    }
  }
  const missing = up.findLast((fate) => {
    const told = toldAt(upstream, fate.entry);
    return told.change.kind !== 'write' && sameRow(downstream, told).length === 0;
  });
  if (missing === undefined) return null;
  const told = toldAt(upstream, missing.entry);
  return divergence(told.change.kind === 'ddl' ? 'neverExecuted' : 'neverRemoved', told, null);
}

function misplaced(
  up: readonly Fate[],
  down: readonly Fate[],
  upstream: Course,
  downstream: Course,
): Divergence | null {
  const last = down.at(-1);
  const placeUpstream = (entry: number): number | undefined =>
    upstream.places.get(keyOf(toldAt(downstream, entry)))?.[0];
  if (last === undefined) return null;
  const isGone = last.after === null;
  const write = isGone ? down.findLast((fate) => isWrite(downstream, fate)) : last;
  if (write === undefined || !isWrite(downstream, write)) return null;
  const told = toldAt(downstream, write.entry);
  const written = placeUpstream(write.entry);
  if (written === undefined) return null;
  if (isGone) {
    const removed = placeUpstream(last.entry);
    const isEarly = removed !== undefined && removed < written;
    return isEarly ? divergence('writtenEarly', told, toldAt(downstream, last.entry).command) : null;
  }
  for (const { entry } of up) {
    const later = toldAt(upstream, entry);
    const done = sameRow(downstream, later)[0];
    if (entry <= written || later.command === told.command || done === undefined || done > write.entry)
      continue;
    const isAgain = (sameRow(downstream, told)[0] ?? write.entry) < done;
    return divergence(isAgain ? 'writtenAgain' : 'writtenLate', told, later.command);
  }
  return null;
}

/** The first DDL on both tables that upstream executed after this entry. */
function ddlBetween(
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

/** Places of this very change in another course; of a transaction's, only what it did to this row. */
function sameRow({ places, told }: Course, { change, ...which }: Told): readonly number[] {
  return (places.get(keyOf({ change, ...which })) ?? []).filter((place) => {
    const other = told[place]?.change;
    return change.kind === 'ddl' || (other !== undefined && isOfRow(other, change.table, change.id));
  });
}

/** What downstream did, in this change's place, to a row of this id in a table that the transaction did not write it to. */
function inAnotherTable(told: Told, upstream: Course, downstream: Course): Told | undefined {
  const { change } = told;
  if (change.kind === 'ddl') return undefined;
  const right = (upstream.places.get(keyOf(told)) ?? []).map((place) => toldAt(upstream, place).change);
  return (downstream.places.get(keyOf(told)) ?? [])
    .map((place) => toldAt(downstream, place))
    .find(
      ({ change: other }) =>
        other.kind !== 'ddl' &&
        other.id === change.id &&
        !right.some((each) => isOfRow(each, other.table, other.id)),
    );
}

function isOfRow(change: Told['change'], table: string, id: number): boolean {
  return change.kind !== 'ddl' && change.table === table && change.id === id;
}

function isWrite(course: Course, { entry }: Fate): boolean {
  return toldAt(course, entry).change.kind === 'write';
}

/** The table of a row. */
function tableOf({ change }: Told): string {
  return change.kind === 'ddl' ? '' : change.table;
}

function toldAt({ told, server }: Course, entry: number): Told {
  const found = told[entry];
  if (found === undefined) throw new Error(`the history of ${server} has no entry ${entry}`);
  return found;
}

/** A divergence at this change. */
export function divergence(
  kind: DivergenceKind,
  { command, position, at, capture }: Told,
  against: number | null,
): Divergence {
  return { kind, command, against, position, at, capture };
}
