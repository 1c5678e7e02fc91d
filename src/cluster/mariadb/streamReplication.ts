import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, type Evidence, type Signal } from '../cluster.js';
import { Capture, captureLog, OWNER_LOCK, takeovers, type Takeover } from './capture.js';
import { covers } from './gtid.js';
import type { Failure, Look, Replication } from './replication.js';
import type { Server, Site } from './server.js';
import type { LogReader } from './serverLog.js';

/** Between two looks at downstream: ms. */
const LOOK = 1;

/** How long a capture that lost a server's connection is given for that server's end to be seen: ms. */
const SERVER_END = 2_000;

/** Captures that are processes of their own, each a `mariadb-binlog` piped into a `mariadb`; one of them is active. */
export class StreamReplication implements Replication {
  readonly servers = [];
  readonly #site: Site;
  readonly #upstream: Server;
  readonly #downstream: Server;
  readonly #options: string;
  /** Every capture's present or last life. */
  readonly #captures: Capture[] = [];
  /** What all lives of a capture have logged in this run, by its number. */
  readonly #logs: LogReader[];
  /** Captures alive, the owner first. */
  #alive: readonly number[] = [];
  #lives = 0;

  private constructor(site: Site, captures: number, upstream: Server, downstream: Server) {
    this.#site = site;
    this.#logs = Array.from({ length: captures }, (_, i) => captureLog(site, i));
    this.#upstream = upstream;
    this.#downstream = downstream;
    this.#options = join(site.folder.path, 'client.cnf');
  }

  /** Starts `captures` captures, the first of them as the owner. */
  static async create(
    site: Site,
    captures: number,
    upstream: Server,
    downstream: Server,
  ): Promise<StreamReplication> {
    const replication = new StreamReplication(site, captures, upstream, downstream);
    const { user, password } = site.credentials;
    await writeFile(replication.#options, `[client]\nuser=${user}\npassword=${password}\n`, { mode: 0o600 });
    for (let capture = 0; capture < captures; capture++) await replication.start(capture);
    return replication;
  }

  async kill(capture: number, signal: Signal): Promise<void> {
    this.#alive = this.#alive.filter((each) => each !== capture);
    await this.#captures[capture]?.kill(`SIG${signal}`);
  }

  async start(capture: number): Promise<void> {
    this.#lives += 1;
    const started = await Capture.start(
      capture,
      this.#lives,
      this.#site,
      this.#options,
      this.#upstream,
      this.#downstream,
    );
    this.#captures[capture] = started;
    this.#alive = [...this.#alive, capture];
    while (started.ended === null && !(await started.isInLine())) await delay(LOOK);
  }

  async look(target: string): Promise<Look> {
    const failure = await this.#failure();
    if (failure !== null) return failure;
    const position = await this.#downstream.link.value('SELECT @@gtid_binlog_pos');
    if (covers(position, target) && (await this.#isOwnerIdle())) return { kind: 'synced', position };
    await delay(LOOK);
    return { kind: 'behind', position, progress: position };
  }

  async restore(): Promise<void> {
    const inOrder = [...this.#captures.keys()];
    let rightOnes = 0;
    while (rightOnes < this.#alive.length && this.#alive[rightOnes] === rightOnes) rightOnes += 1;
    for (const capture of this.#alive.slice(rightOnes).reverse()) await this.kill(capture, 'KILL');
    for (const capture of inOrder.slice(rightOnes)) await this.start(capture);
  }

  async cause(): Promise<string | undefined> {
    const owner = this.#alive[0];
    if (owner === undefined) return 'no capture is alive';
    const doing = await this.#downstream.link.value(
      `SELECT CONCAT_WS(', ', COMMAND, CONCAT(TIME, ' s'), STATE, INFO)
       FROM information_schema.PROCESSLIST WHERE ID = IS_USED_LOCK('${OWNER_LOCK}')`,
    );
    return doing === '' ? `capture ${owner} has not taken over` : `capture ${owner}: ${doing}`;
  }

  async evidence(): Promise<readonly Evidence[]> {
    return Promise.all(
      this.#logs.map(async (log, number) => ({
        name: `capture${number}.log`,
        text: await log.text(),
      })),
    );
  }

  async mark(): Promise<void> {
    await Promise.all([...this.#logs, ...this.#captures.map(({ log }) => log)].map((log) => log.mark()));
  }

  /** The first owner took over before the run began. */
  async takeovers(): Promise<readonly Takeover[]> {
    const logs = await Promise.all(this.#logs.map((log) => log.text()));
    return [{ capture: 0, from: '' }, ...takeovers(logs)];
  }

  /**
   * A transaction enters the binlog, and with it the position, shortly before its rows can be seen; it is over when the
   * session that applies it waits for its next statement.
   */
  async #isOwnerIdle(): Promise<boolean> {
    const command = await this.#downstream.link.value(
      `SELECT COMMAND FROM information_schema.PROCESSLIST WHERE ID = IS_USED_LOCK('${OWNER_LOCK}')`,
    );
    return command === '' || command === 'Sleep';
  }

  async #failure(): Promise<Failure | null> {
    for (const [number, capture] of this.#captures.entries()) {
      if (capture.ended === null) continue;
      const log = await capture.log.text();
      const error = /^ERROR (\d+) \([^)]*\)(?: at line \d+)?: (.*)$/m.exec(log);
      const errno = Number(error?.[1] ?? 0);
      if (errno >= 1000 && errno < 2000) {
        return { kind: 'failed', where: `capture ${number}`, errno, message: error?.[2] ?? '' };
      }
      for (const server of [this.#upstream, this.#downstream]) {
        if (await server.endsWithin(SERVER_END))
          throw new EnvironmentError(`${server.name} has ended by itself`);
      }
      const message =
        log.split('\n').findLast((line) => line.startsWith('ERROR')) ?? `ended by itself: ${log}`;
      return { kind: 'failed', where: `capture ${number}`, message };
    }
    return null;
  }
}
