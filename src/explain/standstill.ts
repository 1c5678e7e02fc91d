import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import { keyOf, type Told } from './attribute.js';
import type { Divergence, DivergenceKind } from './explanation.js';
import { divergence } from './rowDivergence.js';
import type { Course, Scene } from './scene.js';

/** Where replication came to a standstill: the server, the table concerned, and the change that it does not get past. */
export interface Standstill {
  readonly server: string;
  readonly table: string | null;
  readonly divergence: Divergence | null;
}

/**
 * Errors that say that the change is there already: table, column, key or partition exists (1050, 1060, 1061, 1517), or is gone
 * (1051, 1091, 1146, 1507), or a GTID comes a second time (1950).
 */
const ALREADY: readonly number[] = [1050, 1051, 1060, 1061, 1091, 1146, 1507, 1517, 1950];

/** Where a server refused a change: the one that its error names by GTID or statement, else the one after its last. */
export function refusal(anomaly: Anomaly, scene: Scene, dialect: Dialect): Standstill {
  const { detail } = anomaly;
  const server = detail.slice(0, Math.max(detail.indexOf(': '), 0));
  const course = courseOf(server, scene);
  const named = namedBy(anomaly, scene, dialect) ?? (course === null ? undefined : nextOf(course, scene));
  const table = scene.commands.tablesOf(named?.command ?? null)[0] ?? null;
  if (named === undefined) return { server, table, divergence: null };
  return { server, table, divergence: divergence(kindOf(anomaly, named, server, scene), named, null) };
}

function kindOf({ errno }: Anomaly, named: Told, server: string, scene: Scene): DivergenceKind {
  const course = courseOf(server, scene);
  if (course === null) return 'refused';
  if (course.places.has(keyOf(named))) return 'executedTwice';
  const wasKilled = scene.commands.all.some(
    ({ command }) => command.kind === 'killCapture' && isServerOf(server, command.capture),
  );
  return wasKilled && errno !== undefined && ALREADY.includes(errno) ? 'unrecorded' : 'refused';
}

/** Captures that are servers have their number at the end of their name. */
export function isServerOf(server: string, capture: number): boolean {
  return /\d+$/.exec(server)?.[0] === String(capture);
}

function namedBy({ detail, commands }: Anomaly, scene: Scene, dialect: Dialect): Told | undefined {
  const { told } = scene.upstream;
  const gtid = /GTID (\d+-\d+-\d+)/.exec(detail)?.[1];
  const byPosition = gtid === undefined ? undefined : told.find(({ position }) => position === gtid);
  if (byPosition !== undefined) return byPosition;
  const quoted = told
    .filter(({ change }) => change.kind === 'ddl')
    .map((each) => ({ each, length: quotedLength(detail, each.command, scene, dialect) }))
    .reduce<{ each: Told; length: number } | null>(
      (best, next) => (next.length > 0 && next.length >= (best?.length ?? 1) ? next : best),
      null,
    );
  return quoted?.each ?? told.findLast(({ command }) => command !== null && commands.includes(command));
}

/** How much of an error is the statement of this command. One statement can begin like another. */
function quotedLength(text: string, number: number | null, { commands }: Scene, dialect: Dialect): number {
  const command = commands.of(number);
  if (command === undefined || number === null) return 0;
  const found = dialect.statements({ number, command }).filter((statement) => text.includes(statement));
  return Math.max(0, ...found.map(({ length }) => length));
}

/** A capture that is no server of its own writes downstream. */
function courseOf(server: string, { upstream, downstream, between }: Scene): Course | null {
  if (server === 'upstream') return upstream;
  return between.find((course) => course.server === server) ?? downstream;
}

/** The first change of upstream that this server has not executed. */
function nextOf(course: Course, { upstream }: Scene): Told | undefined {
  return upstream.told.find((told) => !course.places.has(keyOf(told)));
}

/** Where downstream's checkpoint stays: at the first change that lies after it. */
export function stuckAt({ trace, upstream, downstream, commands }: Scene): Standstill & {
  /** Whether downstream has executed that change, for all that its checkpoint says. */
  readonly wasExecuted: boolean;
} {
  const server = 'downstream';
  const sync = trace.findLast((entry) => entry.type === 'check')?.sync;
  const reached = sync?.kind === 'stuck' ? sync.reached : null;
  const next =
    reached === null ? undefined : upstream.told.find(({ position }) => isAfter(position, reached));
  if (next === undefined) return { server, table: null, divergence: null, wasExecuted: false };
  return {
    server,
    table: commands.tablesOf(next.command)[0] ?? null,
    divergence: divergence('stuckAt', next, null),
    wasExecuted: downstream?.places.has(keyOf(next)) ?? false,
  };
}

/** Positions count up: GTIDs (`0-1-57`) in their last number, timestamps as a whole. A list of GTIDs has one for each domain. */
function isAfter(position: string, reached: string): boolean {
  const [number, last] = [position, reached].map((text) => /(\d+)$/.exec(text)?.[1]);
  return number !== undefined && (last === undefined || BigInt(number) > BigInt(last));
}
