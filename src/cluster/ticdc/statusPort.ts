import { EnvironmentError } from '../cluster.js';
import { ddlJobs, type DdlJob } from './ddlJobs.js';
import { exchange } from './http.js';
import { rowVersions, type RowVersion } from './mvcc.js';

/** How long one answer may take: ms. */
const TIMEOUT = 10_000;

/** DDL jobs that are asked for: more than a run has. */
const JOBS = 1024;

/** The HTTP interface of TiDB, https://github.com/pingcap/tidb/blob/master/docs/tidb_http_api.md. */
export class StatusPort {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** The DDL jobs of a database that have ended, the oldest first. Throws EnvironmentError where they cannot be had. */
  async jobs(database: string): Promise<readonly DdlJob[]> {
    const text = await this.#get(`/ddl/history?limit=${JOBS}`);
    if (text === null) throw new EnvironmentError(`${this.#url} knows no /ddl/history`);
    return read('/ddl/history', () => ddlJobs(text, database));
  }

  /** The committed versions of a row, the oldest first; none where there is no such row. Throws EnvironmentError where they cannot be had. */
  async versions(
    database: string,
    table: string,
    partition: string | null,
    id: number,
  ): Promise<readonly RowVersion[]> {
    const place = partition === null ? table : `${table}(${partition})`;
    const path = `/mvcc/key/${encodeURIComponent(database)}/${encodeURIComponent(place)}/${id}`;
    const text = await this.#get(path);
    return text === null ? [] : read(path, () => rowVersions(text));
  }

  /** What it answers to a path; null where it says that there is no such thing. */
  async #get(path: string): Promise<string | null> {
    const got = await exchange(`${this.#url}${path}`, TIMEOUT);
    if (got.kind === 'silent') throw new EnvironmentError(`${this.#url}${path}: ${got.why}`);
    return got.status === 200 ? got.text : null;
  }
}

function read<T>(path: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new EnvironmentError(`${path} answers otherwise than expected: ${String(error)}`);
  }
}
