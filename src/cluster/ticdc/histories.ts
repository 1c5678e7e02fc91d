import { readSnapshot } from '../../sql/readSnapshot.js';
import type { Executed, ServerHistory } from '../cluster.js';
import type { CaptureFacts } from './captureFacts.js';
import type { Course } from './catchUp.js';
import type { DdlJob } from './ddlJobs.js';
import { captureFacts, jobsOf } from './evidence.js';
import { withoutMarks } from './mark.js';
import type { RowVersion } from './mvcc.js';
import { StatusPort } from './statusPort.js';
import { msOf } from './tso.js';

/** Rows whose commits are asked for, at the most: one HTTP call each. */
const ROWS = 500;

/** A row of upstream's with its committed versions. */
export interface RowCommits {
  readonly table: string;
  readonly id: number;
  readonly versions: readonly RowVersion[];
}

/**
 * What both ends have executed: upstream its DDL jobs and the commits of the rows that it still has, downstream the DDLs that the
 * captures' logs tell of. Rows that were written downstream leave no trace there. Throws EnvironmentError where upstream cannot tell.
 */
export async function historiesOf(course: Course, opened: number): Promise<readonly ServerHistory[]> {
  const [jobs, rows, facts] = await Promise.all([jobsOf(course), commitsOf(course), captureFacts(course)]);
  return [
    { server: 'upstream', executed: upstreamHistory(jobs, rows, opened) },
    { server: 'downstream', executed: downstreamHistory(jobs, facts, opened) },
  ];
}

/** What upstream has executed, in the order of its timestamps. `opened`: ms since 1970. */
export function upstreamHistory(
  jobs: readonly DdlJob[],
  rows: readonly RowCommits[],
  opened: number,
): readonly Executed[] {
  const ddls = jobs
    .filter(({ isDone }) => isDone)
    .map(({ finishedTs: ts, query: statement }) => ({ ts, change: { kind: 'ddl', statement } as const }));
  const commits = rows.flatMap(({ table, id, versions }) =>
    versions.map(({ commitTs: ts, data }) => ({ ts, change: { kind: 'write', table, id, data } as const })),
  );
  return [...ddls, ...commits]
    .sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0))
    .map(({ ts, change }) => ({ position: ts.toString(), at: msOf(ts) - opened, capture: null, change }));
}

/** What captures have executed downstream, in the order of their logs' times; statements as upstream has them, where it does. */
export function downstreamHistory(
  jobs: readonly DdlJob[],
  captures: readonly CaptureFacts[],
  opened: number,
): readonly Executed[] {
  const statements = new Map(jobs.map(({ finishedTs, query }) => [finishedTs, query]));
  return captures
    .flatMap(({ ddls }, capture) => ddls.map((ddl) => ({ ...ddl, capture })))
    .sort((a, b) => a.at - b.at)
    .map(({ at, commitTs, query, capture }) => ({
      position: commitTs.toString(),
      at: at - opened,
      capture,
      change: { kind: 'ddl', statement: statements.get(commitTs) ?? query },
    }));
}

async function commitsOf({ parts, database }: Course): Promise<readonly RowCommits[]> {
  if (parts.statusUrl === null) return [];
  const port = new StatusPort(parts.statusUrl);
  const snapshot = withoutMarks(await readSnapshot(await parts.upstream.link.connect(), database));
  const rows = Object.entries(snapshot).flatMap(([table, seen]) =>
    seen.rows.map(({ id, partition }) => ({ table, id, partition })),
  );
  const commits: RowCommits[] = [];
  for (const { table, id, partition } of rows.slice(0, ROWS)) {
    commits.push({ table, id, versions: await port.versions(database, table, partition, id) });
  }
  return commits;
}
