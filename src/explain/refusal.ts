import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import { keyOf, type Told } from './attribute.js';
import type { Divergence, DivergenceKind } from './explanation.js';
import { divergence } from './divergence.js';
import { rowDivergence } from './rowDivergence.js';
import { isDdlOn, namedBy, nextRow, tableIn, tableOf } from './refused.js';
import { strayed } from './strayed.js';
import type { WrongRow } from './rowFates.js';
import { courseOf, type Course, type Scene } from './scene.js';
import { repeatedDdl, tableDivergence } from './tableDivergence.js';

/** A change that a server refused, and why, as far as the evidence tells. */
export interface Refusal {
  readonly server: string;
  readonly table: string | null;
  /** The command whose change it is; null where the evidence does not tell. */
  readonly command: number | null;
  readonly divergence: Divergence | null;
  /** The scene with this server in place of downstream. */
  readonly scene: Scene;
}

/**
 * Errors that say that the change is there already: table, column, key or partition exists (1050, 1060, 1061, 1517), or is gone
 * (1051, 1091, 1146, 1507), or a GTID comes a second time (1950).
 */
const ALREADY: readonly number[] = [1050, 1051, 1060, 1061, 1091, 1146, 1507, 1517, 1950];

/**
 * What a server refused and why. Its error names a DDL by its statement, or any change by its GTID; if it does neither, it was a row: the
 * first one of the table in the error that the server has not executed.
 */
export function refusal(anomaly: Anomaly, whole: Scene, dialect: Dialect): Refusal {
  const { detail } = anomaly;
  const server = detail.slice(0, Math.max(detail.indexOf(': '), 0));
  const own = [...whole.between, whole.downstream].find((course) => course?.server === server);
  const scene = { ...whole, downstream: own ?? whole.downstream };
  const named = namedBy(anomaly, scene, dialect);
  const inError = tableIn(detail, scene);
  const refused = named ?? nextRow(inError, scene);
  const table = tableOf(refused, scene) ?? inError ?? null;
  const told = { server, table, command: refused?.command ?? null, scene };
  if (refused === undefined)
    return {
      ...told,
      divergence: repeatedDdl(table === null ? [] : [table], scene) ?? cameAgain(table, scene),
    };
  const kind = kindOf(anomaly, refused, server, scene);
  if (kind !== null) return { ...told, divergence: divergence(kind, refused, null) };
  const misplaced = refused.change.kind === 'ddl' ? null : outOfTurn(refused, table, scene);
  return { ...told, divergence: misplaced ?? before(refused, table, scene) };
}

/** Whether the server had done this before: as its record says, or as its error does after it was killed. */
function kindOf(
  { errno }: Anomaly,
  refused: Told,
  server: string,
  { commands, downstream }: Scene,
): DivergenceKind | null {
  if (downstream?.places.has(keyOf(refused))) return 'executedTwice';
  const wasKilled = commands.all.some(
    ({ command }) => command.kind === 'killCapture' && isServerOf(server, command.capture),
  );
  const isThere = errno !== undefined && ALREADY.includes(errno) && refused.change.kind === 'ddl';
  return wasKilled && isThere ? 'unrecorded' : null;
}

/** Whether this is the server of a capture: such have its number at the end of their name. */
export function isServerOf(server: string, capture: number): boolean {
  return /\d+$/.exec(server)?.[0] === String(capture);
}

/** Where the server had executed all that upstream had, what it refused had come before. */
function cameAgain(table: string | null, scene: Scene): Divergence | null {
  const { upstream, downstream } = scene;
  if (downstream === null || upstream.told.some((told) => !downstream.places.has(keyOf(told)))) return null;
  const last = downstream.told.findLast((told) => isDdlOn(told, table, scene));
  if (last === undefined) return null;
  return {
    kind: 'writtenAgain',
    command: null,
    against: last.command,
    capture: null,
    position: null,
    at: null,
  };
}

/** A row that came after a DDL which upstream executed later, or before one that it executed earlier. */
function outOfTurn(refused: Told, table: string | null, scene: Scene): Divergence | null {
  const { upstream, downstream } = scene;
  if (downstream === null) return null;
  const place = upstream.told.indexOf(refused);
  const ddls = [...upstream.told.entries()].filter(([, told]) => isDdlOn(told, table, scene));
  const isDone = (told: Told): boolean => downstream.places.has(keyOf(told));
  const early = ddls.find(([at, told]) => at > place && isDone(told))?.[1];
  if (early !== undefined) return divergence('writtenLate', refused, early.command);
  const due = ddls.find(([at, told]) => at < place && !isDone(told))?.[1];
  return due === undefined ? null : divergence('writtenEarly', refused, due.command);
}

/** Where the server's course had left upstream's before: by the DDLs on this table, or by a row of one of the tables concerned. */
function before(refused: Told, table: string | null, scene: Scene): Divergence | null {
  const { upstream, downstream, commands } = scene;
  if (downstream === null || table === null) return null;
  const until = courseOf('upstream', upstream.told.slice(0, upstream.told.indexOf(refused)), commands);
  const past = { ...scene, upstream: until };
  const byTable = tableDivergence(table, past);
  if (byTable !== null) return byTable;
  const tables = refused.change.kind === 'ddl' ? commands.tablesOf(refused.command) : [table];
  for (const row of rowsOf(tables, [until, downstream])) {
    const found = strayed(row, scene) ?? rowDivergence(row, past);
    if (found !== null) return found;
  }
  return null;
}

/** The rows that were ever in one of these tables on either side. */
function rowsOf(tables: readonly string[], courses: readonly Course[]): readonly WrongRow[] {
  const fates = courses.flatMap((course) => course.fates);
  return tables.flatMap((table) => {
    const own = fates.filter(({ before: from, after }) => from?.table === table || after?.table === table);
    return [...new Set(own.map(({ id }) => id))].map((id) => ({ table, id, tokens: new Set<string>() }));
  });
}
