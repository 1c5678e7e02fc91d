import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onFreePort, PortTaken } from '../../process/freePort.js';
import type { StartedProcess } from '../../process/startedProcess.js';
import type { WorkFolder } from '../../process/workFolder.js';
import { EnvironmentError, type Signal } from '../cluster.js';
import { BinlogReader } from './binlog.js';
import { copyTemplate } from './dataTemplate.js';
import type { MariadbBinaries } from './detectMariadb.js';
import { outOfSpace } from '../diskSpace.js';
import { Link, type Credentials } from '../link.js';
import { LogReader, tailOf } from './serverLog.js';
import { serverArguments } from './settings.js';

/** What all servers of one cluster have in common. */
export interface Site {
  readonly folder: WorkFolder;
  readonly binaries: MariadbBinaries;
  readonly template: string;
  readonly credentials: Credentials;
}

/** How long a server may take to answer, crash recovery included, and to end after SIGTERM: ms. */
const START_TIMEOUT = 60_000;
const TERM_TIMEOUT = 30_000;

/** Between two looks at whether a starting server answers: ms. */
const LOOK = 4;

/** A MariaDB server of ours, which may be killed and started again on the same data. */
export class Server {
  readonly name: string;
  readonly socket: string;
  /** cdcheck's own connection. */
  readonly link: Link;
  readonly log: LogReader;
  readonly binlog: BinlogReader;
  readonly #id: number;
  readonly #site: Site;
  #process: StartedProcess | null = null;
  #port = 0;

  private constructor(name: string, id: number, site: Site) {
    this.name = name;
    this.#id = id;
    this.#site = site;
    this.socket = join(site.folder.path, `${name}.sock`);
    this.link = this.newLink();
    this.log = new LogReader(join(site.folder.path, `${name}.log`));
    this.binlog = new BinlogReader(site.binaries.binlog, this.#data);
  }

  /** Starts a server on a copy of the template. Throws EnvironmentError where it does not come up. */
  static async create(name: string, id: number, site: Site): Promise<Server> {
    const server = new Server(name, id, site);
    await Promise.all([copyTemplate(site.template, server.#data), mkdir(server.#temporary)]);
    const users = join(site.folder.path, `${name}.sql`);
    await writeFile(users, onlyUser(site.credentials), { mode: 0o600 });
    await onFreePort((port) => server.startOn(port, [`--init-file=${users}`]));
    await rm(users);
    return server;
  }

  /** The loopback port on which it listens; another one after each start. */
  get port(): number {
    return this.#port;
  }

  /** Another connection to it, which uses this database. */
  newLink(database?: string): Link {
    return new Link(this.name, { socketPath: this.socket }, this.#site.credentials, database);
  }

  /** Its process id; of the last one where it is dead. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#process?.exit === null;
  }

  /** Starts it again on its data. Throws EnvironmentError where it does not come up. */
  async restart(): Promise<void> {
    await onFreePort((port) => this.startOn(port, []));
  }

  /** Starts it on one port and waits until it answers. Throws PortTaken where somebody else has the port. */
  async startOn(port: number, more: readonly string[]): Promise<void> {
    const place = { data: this.#data, socket: this.socket, port, temporary: this.#temporary };
    const started = this.#site.folder.start(this.name, this.#site.binaries.server, [
      ...serverArguments(this.#id, place),
      ...more,
    ]);
    this.#process = started;
    this.#port = port;
    const begun = performance.now();
    while (!(await this.#answers())) {
      if (started.exit !== null) throw await this.#cannotStart(port);
      if (performance.now() - begun > START_TIMEOUT) {
        await started.kill('SIGKILL');
        throw new EnvironmentError(`${this.name} does not answer ${START_TIMEOUT / 1000} s after its start`);
      }
      await delay(LOOK);
    }
  }

  /** Kills it and returns once it is dead. A server that does not end by SIGTERM in 30 s is killed the hard way. */
  async kill(signal: Signal): Promise<void> {
    this.link.close();
    if (this.#process === null) return;
    const ended = this.#process.kill(`SIG${signal}`);
    const timer = new AbortController();
    await Promise.race([
      ended,
      delay(TERM_TIMEOUT, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    await this.#process.kill('SIGKILL');
  }

  /** Waits until it has ended, but no longer than `timeout` ms; whether it has. */
  async endsWithin(timeout: number): Promise<boolean> {
    const timer = new AbortController();
    await Promise.race([
      this.#process?.exited,
      delay(timeout, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    return !this.isAlive;
  }

  async #answers(): Promise<boolean> {
    return this.link.connect().then(
      () => true,
      () => false,
    );
  }

  async #cannotStart(port: number): Promise<Error> {
    const output = await readFile(this.#process?.output ?? '', 'utf8').catch(() => '');
    const isTaken = output
      .slice(output.lastIndexOf('Starting MariaDB'))
      .includes("Can't start server: Bind on TCP/IP port");
    if (isTaken) return new PortTaken(`port ${port} is taken`);
    const full = await outOfSpace(this.#site.folder.path);
    return new EnvironmentError(
      `${this.name} does not start: ${full ?? (await tailOf(this.#process?.output ?? ''))}`,
    );
  }

  get #data(): string {
    return join(this.#site.folder.path, this.name);
  }

  get #temporary(): string {
    return join(this.#site.folder.path, `${this.name}-tmp`);
  }
}

/** The template's root has no password: cdcheck's own user takes the place of all others before anybody can connect. */
export function onlyUser({ user, password }: Credentials): string {
  const accounts = [`'${user}'@'localhost'`, `'${user}'@'127.0.0.1'`];
  return [
    'SET sql_log_bin = 0;',
    "DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';",
    'DELETE FROM mysql.proxies_priv;',
    'FLUSH PRIVILEGES;',
    ...accounts.map((account) => `CREATE USER ${account} IDENTIFIED BY '${password}';`),
    ...accounts.map((account) => `GRANT ALL ON *.* TO ${account};`),
    '',
  ].join('\n');
}
