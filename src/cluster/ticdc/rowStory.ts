import type { RowSeen, Snapshot } from '../../../model/snapshot.js';
import type { CaptureFacts } from './captureFacts.js';
import type { DdlJob } from './ddlJobs.js';
import type { RowVersion } from './mvcc.js';
import { physicalIdOf, type PhysicalId } from './physicalIds.js';
import { msOf, tsoText, type Tso } from './tso.js';

/** A row of upstream's that downstream lacks or has otherwise, with its committed versions, the oldest first. */
export interface WrongRow {
  readonly table: string;
  readonly row: RowSeen;
  readonly versions: readonly RowVersion[];
}

/** What the servers and the captures tell of a run. */
export interface Told {
  readonly jobs: readonly DdlJob[];
  readonly ids: readonly PhysicalId[];
  /** By number of the capture. */
  readonly captures: readonly CaptureFacts[];
}

/** The rows of upstream's that downstream lacks or has with other values. */
export function wrongRows(
  upstream: Snapshot,
  downstream: Snapshot,
): readonly { readonly table: string; readonly row: RowSeen }[] {
  return Object.entries(upstream).flatMap(([table, { rows }]) => {
    const found = new Set((downstream[table]?.rows ?? []).map(({ id, data }) => `${id} ${data ?? ''}`));
    return rows.filter(({ id, data }) => !found.has(`${id} ${data ?? ''}`)).map((row) => ({ table, row }));
  });
}

/** What the evidence says of wrong rows: when each was committed, the DDLs next to that, and whether a dispatcher covers it. */
export function rowStories(rows: readonly WrongRow[], told: Told): readonly string[] {
  return rows.flatMap(({ table, row, versions }) => {
    const id = physicalIdOf(told.ids, table, row.partition);
    const place = `${table} ${row.id}${row.partition === null ? '' : ` in ${row.partition}`}`;
    const last = versions.at(-1);
    const head = `${place}, '${row.data ?? ''}', physical id ${id ?? 'unknown'}`;
    if (last === undefined) return [`${head}: no commit is known`];
    return [
      `${head}: committed ${tsoText(last.commitTs)}`,
      ...neighbours(last.commitTs, table, told.jobs).map((line) => `    ${line}`),
      ...coverage(last.commitTs, id, told.captures).map((line) => `    ${line}`),
    ];
  });
}

/** The last DDL on the table that had finished when the row was committed, and the first one that finished after it. */
function neighbours(commitTs: Tso, table: string, jobs: readonly DdlJob[]): readonly string[] {
  const name = new RegExp(`\\b${table}\\b`);
  const about = jobs.filter((job) => job.isDone && (job.table === table || name.test(job.query)));
  const before = about.findLast(({ finishedTs }) => finishedTs <= commitTs);
  const after = about.find(({ finishedTs }) => finishedTs > commitTs);
  return [
    ...(before === undefined
      ? []
      : [`${seconds(before.finishedTs, commitTs)} after ${before.query} finished`]),
    ...(after === undefined ? [] : [`${seconds(commitTs, after.finishedTs)} before ${after.query} finished`]),
  ];
}

/** Whether the dispatchers of the row's physical table began before it was committed. */
function coverage(
  commitTs: Tso,
  tableId: number | undefined,
  captures: readonly CaptureFacts[],
): readonly string[] {
  const made = captures.flatMap(({ dispatchers }, number) =>
    dispatchers.filter((each) => each.tableId === tableId).map((each) => ({ ...each, number })),
  );
  if (made.length === 0)
    return [`no capture's log tells of a dispatcher of physical id ${tableId ?? 'unknown'}`];
  return made
    .sort((a, b) => a.at - b.at)
    .map(({ number, startTs }) => {
      const isCovered = startTs < commitTs;
      const distance = isCovered ? seconds(startTs, commitTs) : seconds(commitTs, startTs);
      const where = isCovered ? 'before the commit' : 'after the commit: the row lies before it';
      return `dispatcher on capture ${number} from ${tsoText(startTs)}, ${distance} ${where}`;
    });
}

function seconds(from: Tso, to: Tso): string {
  return `${((msOf(to) - msOf(from)) / 1000).toFixed(2)} s`;
}
