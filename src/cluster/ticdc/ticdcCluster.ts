import type { Kind } from '../../../model/command.js';
import { identifier } from '../../sql/identifier.js';
import { tidb } from '../../sql/tidb.js';
import { EnvironmentError, type Cluster, type Session } from '../cluster.js';
import { refuseForeign } from '../safety.js';
import { CaptureSet } from './captureSet.js';
import { Changefeed, changefeedId } from './changefeed.js';
import type { Writable } from './json.js';
import { markTable } from './mark.js';
import type { Parts } from './parts.js';
import { TicdcSession } from './session.js';
import { StatementsSent } from './statementsSent.js';

/** What a cluster does besides running. */
export interface TicdcOptions {
  /** Name of the configuration, for reports. */
  readonly name: string;
  /** How long the same warning may last without progress: ms. */
  readonly warningAfter: number;
  /** Keys of the OpenAPI's `replica_config`. */
  readonly changefeed: Readonly<Record<string, Writable>>;
}

/** TiDB, TiCDC and a downstream, which `makeParts` starts or attaches to; made anew when a run has left them broken. */
export class TicdcCluster implements Cluster {
  readonly name: string;
  readonly dialect = tidb;
  readonly captures: number;
  readonly deterministic = false;
  readonly followsSchedule = false;
  readonly versions: Readonly<Record<string, string>>;
  readonly #options: TicdcOptions;
  readonly #makeParts: () => Promise<Parts>;
  readonly #unsupported: readonly Kind[];
  /** Null once they broke, until the next session opens. */
  #parts: { readonly made: Parts; readonly captures: CaptureSet } | null;

  private constructor(options: TicdcOptions, makeParts: () => Promise<Parts>, first: Parts) {
    this.name = options.name;
    this.captures = first.captures.length;
    this.versions = first.versions;
    this.#options = options;
    this.#makeParts = makeParts;
    this.#unsupported = first.unsupported;
    this.#parts = { made: first, captures: new CaptureSet(first.captures, first.api) };
  }

  /** Throws what `makeParts` throws, with nothing left. */
  static async open(options: TicdcOptions, makeParts: () => Promise<Parts>): Promise<TicdcCluster> {
    return new TicdcCluster(options, makeParts, await makeParts());
  }

  supports(kind: Kind): boolean {
    return tidb.supports(kind) && !this.#unsupported.includes(kind);
  }

  /**
   * Makes a database and a changefeed for it alone, which begins before the database was created. Throws UsageError where the
   * database exists already, EnvironmentError where captures or servers are not well.
   */
  async open(database: string): Promise<Session> {
    const { made: parts, captures } = await this.#intactParts();
    await refuseForeign(database, [parts.upstream, parts.downstream]);
    await captures.settle();
    await parts.mark();
    await captures.mark();
    for (const { log } of parts.logs) await log.mark();
    const startTs = await parts.tso();
    await parts.upstream.link.rows(`CREATE DATABASE ${identifier(database)}`);
    try {
      await parts.upstream.link.rows(markTable(database));
      const changefeed = await Changefeed.create(parts.api, {
        id: changefeedId(database),
        startTs,
        sinkUri: parts.sinkUri,
        database,
        options: this.#options.changefeed,
      });
      const course = { parts, captures, changefeed, database, statements: new StatementsSent(database) };
      return new TicdcSession(course, this.#options.warningAfter, (isHealthy) =>
        this.#end(parts, captures, changefeed, database, isHealthy),
      );
    } catch (error) {
      await dropOn(parts, database);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#discard();
  }

  async #intactParts(): Promise<{ readonly made: Parts; readonly captures: CaptureSet }> {
    if (this.#parts !== null && !(await isIntact(this.#parts.made, this.#parts.captures)))
      await this.#discard();
    if (this.#parts === null) {
      const made = await this.#makeParts();
      this.#parts = { made, captures: new CaptureSet(made.captures, made.api) };
    }
    return this.#parts;
  }

  async #discard(): Promise<void> {
    const parts = this.#parts;
    this.#parts = null;
    await parts?.made.close();
  }

  /** Leaves the cluster as it was before the run, or gives it up where that cannot be done. */
  async #end(
    parts: Parts,
    captures: CaptureSet,
    changefeed: Changefeed,
    database: string,
    isHealthy: boolean,
  ): Promise<void> {
    if (this.#parts?.made !== parts) return;
    try {
      await captures.settle();
      await changefeed.remove();
      await dropOn(parts, database);
      if (!isHealthy) await captures.renew();
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      await this.#discard();
    }
  }
}

/** Whether all still runs: what ended between two runs is the fault of neither. */
async function isIntact(parts: Parts, captures: CaptureSet): Promise<boolean> {
  return parts.demandIntact().then(
    () => captures.ended() === null,
    () => false,
  );
}

/** The changefeed is gone by now, or was never made: nobody carries the one DROP to the other side. */
async function dropOn({ upstream, downstream }: Parts, database: string): Promise<void> {
  for (const { link } of [upstream, downstream]) {
    await link.rows(`DROP DATABASE IF EXISTS ${identifier(database)}`);
  }
}
