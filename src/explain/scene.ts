import type { ServerHistory } from '../cluster/cluster.js';
import type { Trace } from '../run/trace.js';
import type { Dialect } from '../sql/dialect.js';
import { attributed, keyOf, type Told } from './attribute.js';
import type { Commands } from './commands.js';
import { fatesOf, type Fate } from './fates.js';
import { toldByTrace } from './toldByTrace.js';

/** One server's course: what it executed, and what that made of each row. */
export interface Course {
  readonly server: string;
  readonly told: readonly Told[];
  readonly fates: readonly Fate[];
  /** Places in `told` of each change, by `keyOf`. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** A failing run as its evidence shows it. */
export interface Scene {
  readonly commands: Commands;
  readonly trace: Trace;
  readonly upstream: Course;
  /** Null where the cluster does not tell. */
  readonly downstream: Course | null;
  /** The servers between them, if there are any. */
  readonly between: readonly Course[];
}

/** Puts the evidence of a failing run together. Where the cluster does not tell what upstream executed, the trace does. */
export function sceneOf(
  commands: Commands,
  trace: Trace,
  histories: readonly ServerHistory[],
  dialect: Dialect,
): Scene {
  const done = trace.filter((entry) => entry.type === 'command');
  const refused = new Set(done.flatMap(({ number, outcome }) => (outcome.kind === 'error' ? [number] : [])));
  const ends = new Map(done.map(({ number, end }) => [number, end]));
  const courses = attributed(histories, commands, refused, dialect).map(({ server, told }) => {
    const timed = server === 'upstream' ? told.map((each) => withTime(each, ends)) : told;
    return courseOf(server, timed, commands);
  });
  const named = (name: string): Course | undefined => courses.find(({ server }) => server === name);
  return {
    commands,
    trace,
    upstream: named('upstream') ?? courseOf('upstream', toldByTrace(done, commands, dialect), commands),
    downstream: named('downstream') ?? null,
    between: courses.filter(({ server }) => server !== 'upstream' && server !== 'downstream'),
  };
}

/** The course that a server's history makes. */
export function courseOf(server: string, told: readonly Told[], commands: Commands): Course {
  const places = new Map<string, number[]>();
  for (const [place, each] of told.entries()) {
    const known = places.get(keyOf(each));
    if (known === undefined) places.set(keyOf(each), [place]);
    else known.push(place);
  }
  return { server, told, fates: fatesOf(told, commands), places };
}

/** A statement that had succeeded when it returned was executed then at the latest. */
function withTime(told: Told, ends: ReadonlyMap<number, number>): Told {
  const end = told.command === null ? undefined : ends.get(told.command);
  return told.at !== null || end === undefined ? told : { ...told, at: end };
}
