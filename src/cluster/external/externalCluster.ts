import { setTimeout as delay } from 'node:timers/promises';
import type { Kind } from '../../../model/command.js';
import type { WorkFolder } from '../../process/workFolder.js';
import { identifier } from '../../sql/identifier.js';
import type { Dialect } from '../../sql/dialect.js';
import { mariadb } from '../../sql/mariadb.js';
import { tidb } from '../../sql/tidb.js';
import { EnvironmentError, type Cluster, type Session, type Sync } from '../cluster.js';
import { refuseForeign } from '../safety.js';
import type { End, ExternalConf } from './ends.js';
import { ExternalSession, type Parts } from './externalSession.js';
import { Marker } from './marker.js';
import { Pipeline } from './pipeline.js';

/** Kinds of commands that cdcheck carries out by itself, wherever. */
const ALWAYS: readonly Kind[] = ['wait', 'check'];

/** How long the end of a run's database may take to arrive downstream, before it is dropped there directly: ms. */
const DROP_TIMEOUT = 10_000;

/** Between two looks downstream: ms. */
const LOOK = 5;

const DIALECTS: Readonly<Record<ExternalConf['dialect'], Dialect>> = { mariadb, tidb };

/** Servers and a pipeline that others have set up, with shell commands for its captures. */
export class ExternalCluster implements Cluster {
  readonly name: string;
  readonly dialect: Dialect;
  readonly captures: number;
  readonly deterministic = false;
  readonly followsSchedule = false;
  readonly versions: Readonly<Record<string, string>>;
  readonly #conf: ExternalConf;
  readonly #folder: WorkFolder;
  readonly #parts: Parts;

  /** The ends can be reached; `folder` is closed with the cluster. */
  constructor(
    conf: ExternalConf,
    ends: { readonly upstream: End; readonly downstream: End },
    versions: Readonly<Record<string, string>>,
    folder: WorkFolder,
  ) {
    this.name = conf.name;
    this.dialect = DIALECTS[conf.dialect];
    this.captures = conf.captures.length;
    this.versions = versions;
    this.#conf = conf;
    this.#folder = folder;
    const pipeline = new Pipeline(conf, folder, [ends.upstream.password, ends.downstream.password]);
    this.#parts = { ...ends, dialect: this.dialect, pipeline, settle: conf.settle * 1000 };
  }

  supports(kind: Kind): boolean {
    const listed: readonly Kind[] = this.#conf.supports;
    const isListed = ALWAYS.includes(kind) || listed.includes(kind);
    return isListed && this.dialect.supports(kind);
  }

  /**
   * Starts captures that are dead, and makes a database upstream whose first row must arrive downstream: what an earlier run broke
   * is not this one's fault. Throws UsageError for a database that is not a new one of cdcheck's own, EnvironmentError where the
   * pipeline carries nothing, not even after its reset.
   */
  async open(database: string): Promise<Session> {
    const { upstream, downstream, pipeline } = this.#parts;
    await refuseForeign(database, [upstream, downstream]);
    pipeline.shell.mark();
    try {
      return await this.#begin(database);
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      pipeline.shell.note(error.message);
      if (!(await pipeline.reset())) throw error;
      return this.#begin(database);
    }
  }

  async close(): Promise<void> {
    this.#parts.upstream.link.close();
    this.#parts.downstream.link.close();
    await this.#folder.close();
  }

  async #begin(database: string): Promise<Session> {
    const { upstream, downstream, pipeline } = this.#parts;
    const marker = new Marker(upstream, downstream, database);
    const end = (isHealthy: boolean): Promise<void> => this.#end(database, isHealthy);
    await pipeline.revive();
    try {
      await upstream.link.rows(`CREATE DATABASE ${identifier(database)}`);
      await marker.create();
      const session = new ExternalSession(this.#parts, database, marker, end);
      const sync = await session.sync(this.#conf.stuckAfter * 1000);
      if (sync.kind === 'synced') return session;
      throw new EnvironmentError(`before the run: ${problemOf(sync)}`);
    } catch (error) {
      await this.#dropAll(database);
      throw error;
    }
  }

  /** Leaves both ends without the run's database and the pipeline as it was before the run, as far as its commands can. */
  async #end(database: string, isHealthy: boolean): Promise<void> {
    const { upstream, pipeline } = this.#parts;
    if (!isHealthy) {
      await this.#dropAll(database);
      await pipeline.reset();
      return;
    }
    await upstream.drop(database);
    await pipeline.revive();
    if (!(await this.#isGone(database))) await this.#dropAll(database);
  }

  /**
   * Drops the database on both sides, downstream only where it is: a statement there that the pipeline has not brought is itself
   * enough to stop one that counts them (MariaDB with gtid_strict_mode), so `reset` comes after it.
   */
  async #dropAll(database: string): Promise<void> {
    const { upstream, downstream } = this.#parts;
    await upstream.drop(database);
    if (await downstream.has(database)) await downstream.drop(database);
  }

  /** Waits until the database is gone downstream; false where it is still there after all that time. */
  async #isGone(database: string): Promise<boolean> {
    const deadline = performance.now() + DROP_TIMEOUT;
    while (await this.#parts.downstream.has(database)) {
      if (performance.now() > deadline) return false;
      await delay(LOOK);
    }
    return true;
  }
}

function problemOf(sync: Exclude<Sync, { kind: 'synced' }>): string {
  switch (sync.kind) {
    case 'failed':
      return `the pipeline has failed: ${[sync.errno, sync.message].join(' ').trim()}`;
    case 'stuck':
      return `a row written upstream does not arrive downstream${sync.cause === undefined ? '' : `: ${sync.cause}`}`;
    case 'backwards':
      return `downstream was at ${sync.before} and is at ${sync.now}`;
  }
}
