import * as v from 'valibot';
import { tso } from './answers.js';
import { parseJson } from './json.js';
import type { Tso } from './tso.js';

/** One DDL job of TiDB's history. Rows committed up to `finishedTs` belong to the table as it was before it. */
export interface DdlJob {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  /** Physical id of the table; 0 where the job has none. */
  readonly tableId: number;
  readonly query: string;
  readonly startTs: Tso;
  readonly finishedTs: Tso;
  /** Whether it was carried out, and not cancelled or rolled back. */
  readonly isDone: boolean;
}

/** `JobStateDone` and `JobStateSynced` of TiDB's model.JobState. */
const DONE: readonly number[] = [4, 6];

const history = v.array(
  v.object({
    id: v.number(),
    schema_name: v.string(),
    table_name: v.string(),
    table_id: v.number(),
    state: v.number(),
    query: v.string(),
    start_ts: tso,
    real_start_ts: tso,
    binlog: v.object({ FinishedTS: tso }),
  }),
);

/**
 * The jobs of one database in what TiDB's status port answers to `/ddl/history`, the oldest first. Throws where the text is of
 * another shape.
 */
export function ddlJobs(text: string, database: string): readonly DdlJob[] {
  return v
    .parse(history, parseJson(text))
    .filter(({ schema_name: schema }) => schema === database)
    .map((job) => ({
      id: job.id,
      schema: job.schema_name,
      table: job.table_name,
      tableId: job.table_id,
      query: job.query,
      startTs: job.real_start_ts === 0n ? job.start_ts : job.real_start_ts,
      finishedTs: job.binlog.FinishedTS,
      isDone: DONE.includes(job.state),
    }))
    .sort((a, b) => (a.finishedTs < b.finishedTs ? -1 : 1));
}
