import { readSnapshot } from '../../sql/readSnapshot.js';
import type { Evidence } from '../cluster.js';
import { factsOf, type CaptureFacts } from './captureFacts.js';
import type { Course } from './catchUp.js';
import { timeline, type Happened, type Journal } from './journal.js';
import { withoutMarks } from './mark.js';
import { idChanges, physicalIds, physicalIdsQuery, type PhysicalId } from './physicalIds.js';
import { rowStories, wrongRows, type WrongRow } from './rowStory.js';
import { strikeOut } from './secrets.js';
import { StatusPort } from './statusPort.js';
import { msOf, tsoText } from './tso.js';
import type { DdlJob } from './ddlJobs.js';

/** What is kept of one log: characters from its end. */
const KEPT = 1_000_000;

/** Rows whose commits are asked for, at the most. */
const ROWS = 100;

/** The physical ids of a run's database now. */
export async function readPhysicalIds({ parts, database }: Course): Promise<readonly PhysicalId[]> {
  return physicalIds(await parts.upstream.link.rows(physicalIdsQuery(database)));
}

/** The facts of every capture's log, by number. */
export function captureFacts({ captures, changefeed }: Course): Promise<readonly CaptureFacts[]> {
  return Promise.all(captures.inOrder().map(async (capture) => factsOf(await capture.log(), changefeed.id)));
}

/**
 * Everything that tells what happened in a run: logs, what was done to captures, DDL jobs, dispatchers and executed DDLs on one time
 * axis, physical ids before and after, and of wrong rows when they were committed. A part that cannot be had says so in its file.
 */
export async function evidenceOf(
  course: Course,
  journal: Journal,
  idsBefore: readonly PhysicalId[] | string,
): Promise<readonly Evidence[]> {
  const { parts, captures, database } = course;
  const facts = await captureFacts(course);
  const jobs = await orSay(jobsOf(course));
  const known = typeof jobs === 'string' ? [] : jobs;
  const ids = await orSay(readPhysicalIds(course));
  const before = typeof idsBefore === 'string' ? [] : idsBefore;
  const after = typeof ids === 'string' ? [] : ids;
  const rows = await orSay(storiesOf(course, { jobs: known, ids: after, captures: facts }));
  const logs = [
    ...(await Promise.all(
      captures.inOrder().map(async (capture, number) => ({
        name: `capture${number}.log`,
        text: await capture.log(),
      })),
    )),
    ...(await Promise.all(
      parts.logs.map(async ({ name, log }) => ({ name: `${name}.log`, text: await log.text() })),
    )),
  ];
  const axis = timeline(journal.opened, [
    ...journal.entries,
    ...known.flatMap(jobHappened),
    ...facts.flatMap(captureHappened),
  ]);
  const files: readonly Evidence[] = [
    { name: 'timeline.txt', text: typeof jobs === 'string' ? `DDL jobs: ${jobs}\n${axis}` : axis },
    {
      name: 'physical-ids.txt',
      text: typeof ids === 'string' ? `${ids}\n` : physicalIdsText(database, before, after),
    },
    {
      name: 'wrong-rows.txt',
      text: typeof rows === 'string' ? `${rows}\n` : rows.map((line) => `${line}\n`).join(''),
    },
    ...parts.records(),
    ...logs,
  ];
  return files.map(({ name, text }) => ({ name, text: strikeOut(endOf(text), parts.secrets) }));
}

/** The DDL jobs of a run's database. Throws EnvironmentError where they cannot be had. */
export async function jobsOf({ parts, database }: Course): Promise<readonly DdlJob[]> {
  return parts.statusUrl === null ? [] : new StatusPort(parts.statusUrl).jobs(database);
}

async function storiesOf(
  { parts, database }: Course,
  told: Parameters<typeof rowStories>[1],
): Promise<readonly string[]> {
  const [upstream, downstream] = await Promise.all(
    [parts.upstream, parts.downstream].map(async ({ link }) =>
      withoutMarks(await readSnapshot(await link.connect(), database)),
    ),
  );
  const wrong = wrongRows(upstream ?? {}, downstream ?? {});
  const port = parts.statusUrl === null ? null : new StatusPort(parts.statusUrl);
  const rows: WrongRow[] = [];
  for (const { table, row } of wrong.slice(0, ROWS)) {
    const versions = (await port?.versions(database, table, row.partition, row.id)) ?? [];
    rows.push({ table, row, versions });
  }
  const more = wrong.length - rows.length;
  return [...rowStories(rows, told), ...(more > 0 ? [`and ${more} more rows`] : [])];
}

function jobHappened({ query, startTs, finishedTs, isDone, tableId }: DdlJob): readonly Happened[] {
  const how = isDone ? 'finished' : 'given up';
  return [
    { at: msOf(startTs), text: `upstream: begins ${query}` },
    {
      at: msOf(finishedTs),
      text: `upstream: ${how} ${query} at ${tsoText(finishedTs)}, table id ${tableId}`,
    },
  ];
}

function captureHappened({ dispatchers, ddls }: CaptureFacts, number: number): readonly Happened[] {
  return [
    ...dispatchers.map(({ at, tableId, startTs }) => ({
      at,
      text: `capture ${number}: dispatcher of table id ${tableId} from ${tsoText(startTs)}`,
    })),
    ...ddls.map(({ at, query, commitTs, ignored }) => ({
      at,
      text: `capture ${number}: ${ignored === null ? 'executed' : `passed over the error of (${ignored})`} ${query} of ${tsoText(commitTs)}`,
    })),
  ];
}

function physicalIdsText(
  database: string,
  before: readonly PhysicalId[],
  after: readonly PhysicalId[],
): string {
  const now = after.map(({ table, partition, id }) => `${table} ${partition ?? '(table)'}: ${id}`);
  return ['since the last check:', ...idChanges(before, after), '', `now in ${database}:`, ...now, ''].join(
    '\n',
  );
}

/** What was asked for, or why it cannot be had: evidence is not worth a run. */
export async function orSay<T>(work: Promise<T>): Promise<T | string> {
  return work.catch(
    (error: unknown) => `cannot be had: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function endOf(text: string): string {
  return text.length > KEPT ? `(only the end of it)\n${text.slice(-KEPT)}` : text;
}
