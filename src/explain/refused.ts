import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import { keyOf, type Told } from './attribute.js';
import type { Scene } from './scene.js';

/** The change that an error names by its GTID or, of a DDL, by its statement. */
export function namedBy({ detail, commands }: Anomaly, scene: Scene, dialect: Dialect): Told | undefined {
  const { told } = scene.upstream;
  const gtid = /GTID (\d+-\d+-\d+)/.exec(detail)?.[1];
  const byPosition = gtid === undefined ? undefined : told.find(({ position }) => position === gtid);
  if (byPosition !== undefined) return byPosition;
  let quoted: Told | undefined;
  let longest = 1;
  for (const each of told) {
    const length = each.change.kind === 'ddl' ? quotedLength(detail, each.command, scene, dialect) : 0;
    if (length >= longest) [quoted, longest] = [each, length];
  }
  return quoted ?? told.findLast(({ command }) => command !== null && commands.includes(command));
}

/** How much of an error is the statement of this command. One statement can begin like another. */
function quotedLength(text: string, number: number | null, { commands }: Scene, dialect: Dialect): number {
  const command = commands.of(number);
  if (command === undefined || number === null) return 0;
  const found = dialect.statements({ number, command }).filter((statement) => text.includes(statement));
  return Math.max(0, ...found.map(({ length }) => length));
}

/** The table that an error names, alone or behind its database. */
export function tableIn(text: string, { commands }: Scene): string | undefined {
  const tables = new Set(commands.all.flatMap(({ number }) => commands.tablesOf(number)));
  return [...tables].find((table) => new RegExp(`['\`.]${table}['\`;]`).test(text));
}

/** The table of a change. */
export function tableOf(told: Told | undefined, { commands }: Scene): string | undefined {
  if (told === undefined) return undefined;
  return told.change.kind === 'ddl' ? commands.tablesOf(told.command)[0] : told.change.table;
}

/**
 * The first row of this table, or of any, that the server has not executed. Undefined where it could as well be one that it had, and that
 * met another table when it came again: then there is a DDL that must come first.
 */
export function nextRow(table: string | undefined, scene: Scene): Told | undefined {
  const { upstream, downstream } = scene;
  const next = upstream.told.find(
    (told) =>
      told.change.kind !== 'ddl' &&
      (table === undefined || told.change.table === table) &&
      !downstream?.places.has(keyOf(told)),
  );
  if (next === undefined || !isDdlDue(next, table, scene)) return next;
  const ddl = downstream?.told.findLastIndex((told) => isDdlOn(told, table, scene)) ?? -1;
  const isAmbiguous = downstream?.told
    .slice(0, Math.max(ddl, 0))
    .some(({ change }) => change.kind !== 'ddl' && change.table === table);
  return isAmbiguous === true ? undefined : next;
}

/** Whether a change is a DDL on this table. */
export function isDdlOn(
  { change, command }: Told,
  table: string | null | undefined,
  { commands }: Scene,
): boolean {
  return change.kind === 'ddl' && table != null && commands.tablesOf(command).includes(table);
}

/** Whether a DDL on the table must be executed before this row, and is not. */
function isDdlDue(row: Told, table: string | undefined, scene: Scene): boolean {
  const { upstream, downstream } = scene;
  return upstream.told
    .slice(0, upstream.told.indexOf(row))
    .some((told) => isDdlOn(told, table, scene) && !downstream?.places.has(keyOf(told)));
}
