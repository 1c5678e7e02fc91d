import type { Kind } from '../../../model/command.js';
import { isControl } from '../../../model/control.js';
import { mariadb } from '../../sql/mariadb.js';
import { identifier } from '../../sql/identifier.js';
import type { Cluster, Session } from '../cluster.js';
import { caughtUp } from './caughtUp.js';
import type { MariadbBinaries } from './detectMariadb.js';
import type { Link } from '../link.js';
import { refuseForeign } from '../safety.js';
import { MariadbSession } from './mariadbSession.js';
import { CAPTURES, endParts, startParts, type Parts } from './parts.js';
import type { Server } from './server.js';
import type { MariadbOptions } from './settings.js';

/** How long the end of a run's database may take to arrive downstream without progress: ms. */
const DROP_TIMEOUT = 10_000;

/** After how many sessions old binlogs are removed. */
const PURGE_EVERY = 50;

/** MariaDB servers started by cdcheck; started anew when a run has left them broken. */
export class MariadbCluster implements Cluster {
  readonly name: string;
  readonly dialect = mariadb;
  readonly captures = CAPTURES;
  readonly deterministic = false;
  readonly followsSchedule = false;
  readonly versions: Readonly<Record<string, string>>;
  readonly #options: MariadbOptions;
  readonly #binaries: MariadbBinaries;
  readonly #version: string;
  /** Null once they broke, until the next session opens. */
  #parts: Parts | null = null;
  #sessions = 0;

  private constructor(options: MariadbOptions, binaries: MariadbBinaries, version: string) {
    this.name = options.name;
    this.versions = { mariadb: version };
    this.#options = options;
    this.#binaries = binaries;
    this.#version = version;
  }

  /** Starts the servers. Throws EnvironmentError, with nothing left, where one does not come up. */
  static async start(
    options: MariadbOptions,
    binaries: MariadbBinaries,
    version: string,
  ): Promise<MariadbCluster> {
    const cluster = new MariadbCluster(options, binaries, version);
    cluster.#parts = await startParts(options, binaries, version);
    return cluster;
  }

  supports(kind: Kind): boolean {
    return mariadb.supports(kind) && !isControl(kind);
  }

  /** The servers, for who measures them or breaks them on purpose: upstream, downstream, replicas; none once they broke. */
  get servers(): readonly Server[] {
    return this.#parts?.servers ?? [];
  }

  /** Throws UsageError where the database exists already, EnvironmentError where servers do not come up. */
  async open(database: string): Promise<Session> {
    const parts = await this.#intactParts();
    await refuseForeign(database, [parts.upstream, parts.downstream]);
    for (const { log, binlog } of parts.servers) await Promise.all([log.mark(), binlog.mark()]);
    await parts.replication.mark();
    await parts.upstream.link.rows(`CREATE DATABASE ${identifier(database)}`);
    return new MariadbSession(parts, database, (isHealthy) => this.#end(parts, database, isHealthy));
  }

  async close(): Promise<void> {
    await this.#discard();
  }

  async #intactParts(): Promise<Parts> {
    if (this.#parts !== null && !(await isIntact(this.#parts))) await this.#discard();
    this.#parts ??= await startParts(this.#options, this.#binaries, this.#version);
    return this.#parts;
  }

  async #discard(): Promise<void> {
    const parts = this.#parts;
    this.#parts = null;
    if (parts !== null) await endParts(parts);
  }

  /** Leaves the cluster as it was before the run, or ends it where that cannot be done. */
  async #end(parts: Parts, database: string, isHealthy: boolean): Promise<void> {
    if (this.#parts !== parts) return;
    if (!isHealthy || !(await cleanUp(parts, database).catch(() => false))) {
      await this.#discard();
      return;
    }
    this.#sessions += 1;
    if (this.#sessions % PURGE_EVERY === 0) await Promise.all(parts.servers.map(({ link }) => purge(link)));
  }
}

/** Whether all servers and captures still run: what ended between two runs is the fault of neither. */
async function isIntact({ servers, replication }: Parts): Promise<boolean> {
  if (servers.some(({ isAlive }) => !isAlive)) return false;
  return replication.look('').then(
    ({ kind }) => kind !== 'failed',
    () => false,
  );
}

async function cleanUp({ replication, upstream }: Parts, database: string): Promise<boolean> {
  await replication.restore();
  await upstream.link.rows(`DROP DATABASE ${identifier(database)}`);
  const target = await upstream.link.value('SELECT @@gtid_binlog_pos');
  const { kind } = await caughtUp(replication, target, DROP_TIMEOUT, '');
  return kind === 'synced';
}

/** Everybody has everything here: only the binlog that is being written is still read. */
async function purge(link: Link): Promise<void> {
  const current = await link.value('SHOW MASTER STATUS');
  await link.rows(`PURGE BINARY LOGS TO '${current}'`);
}
