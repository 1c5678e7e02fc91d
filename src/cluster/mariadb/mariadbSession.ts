import { setTimeout as delay } from 'node:timers/promises';
import type { Snapshot } from '../../../model/snapshot.js';
import { mariadb } from '../../sql/mariadb.js';
import { readSnapshot } from '../../sql/readSnapshot.js';
import {
  EnvironmentError,
  type Connection,
  type Evidence,
  type Outcome,
  type ServerHistory,
  type Session,
  type Side,
  type Signal,
  type Step,
  type Sync,
} from '../cluster.js';
import { caughtUp } from './caughtUp.js';
import { isFull, outOfSpace } from '../diskSpace.js';
import { historiesOf } from './histories.js';
import { atOnce, Turns } from '../lanes.js';
import { messageOf, type Link } from '../link.js';
import { sendStatements } from '../sendStatements.js';
import type { Parts } from './parts.js';
import { crashLines } from './serverLog.js';

/** How long a server whose connection died is given for its own end to be seen, so that its log is whole: ms. */
const SERVER_END = 1_000;

/** One run's database on a MariaDB cluster. */
export class MariadbSession implements Session {
  readonly #parts: Parts;
  readonly #database: string;
  readonly #link: Link;
  /** One for each lane, made when a block first has so many. */
  readonly #laneLinks: Link[] = [];
  readonly #end: (isHealthy: boolean) => Promise<void>;
  readonly #opened = performance.now();
  #isHealthy = true;
  /** Lanes kill and start captures one at a time. */
  readonly #captures = new Turns();
  /** Downstream's position at the last check; empty before the first one. */
  #reached = '';

  /** The database exists upstream; `end` is called when the session closes, with whether nothing has failed. */
  constructor(parts: Parts, database: string, end: (isHealthy: boolean) => Promise<void>) {
    this.#parts = parts;
    this.#database = database;
    this.#link = parts.upstream.newLink(database);
    this.#end = end;
  }

  execute(step: Step): Promise<Outcome> {
    return this.#executeOn(this.#link, step);
  }

  async concurrently(lanes: readonly ((connection: Connection) => Promise<void>)[]): Promise<void> {
    await atOnce(this, lanes, (lane) => {
      const link = (this.#laneLinks[lane] ??= this.#parts.upstream.newLink(this.#database));
      return (step) => this.#executeOn(link, step);
    });
  }

  async #executeOn(link: Link, step: Step): Promise<Outcome> {
    const outcome = await this.#guarded(sendStatements(link, mariadb.statements(step)));
    switch (outcome.kind) {
      case 'ok':
        break;
      case 'unknown':
        await this.#lost(link);
        break;
      case 'error': {
        if (isFull(outcome.message)) throw this.#broken(`upstream: ${outcome.message}`);
        const problem = await outOfSpace(this.#parts.folder.path);
        if (problem !== null) throw this.#broken(problem);
      }
    }
    return outcome;
  }

  kill(capture: number, signal: Signal): Promise<void> {
    return this.#captures.take(() => this.#guarded(this.#parts.replication.kill(capture, signal)));
  }

  start(capture: number): Promise<void> {
    return this.#captures.take(() => this.#guarded(this.#parts.replication.start(capture)));
  }

  async wait(ms: number): Promise<void> {
    await delay(ms);
  }

  now(): number {
    return performance.now() - this.#opened;
  }

  async sync(timeout: number): Promise<Sync> {
    return this.#guarded(this.#catchUp(timeout));
  }

  async snapshot(side: Side): Promise<Snapshot> {
    const { upstream, downstream } = this.#parts;
    const { name, link } = side === 'upstream' ? upstream : downstream;
    try {
      return await readSnapshot(await link.connect(), this.#database);
    } catch (error) {
      throw this.#broken(`${name}: ${messageOf(error)}`);
    }
  }

  async alarms(): Promise<readonly string[]> {
    const logs = await Promise.all(
      this.#parts.servers.map(async ({ name, log }) =>
        crashLines(await log.text()).map((line) => `${name}: ${line}`),
      ),
    );
    const alarms = logs.flat();
    if (alarms.length > 0) this.#isHealthy = false;
    return alarms;
  }

  async evidence(): Promise<readonly Evidence[]> {
    const { servers, replication } = this.#parts;
    const logs = servers.map(async ({ name, log }) => ({ name: `${name}.log`, text: await log.text() }));
    const status = replication.evidence().catch(() => []);
    return [...(await Promise.all(logs)), ...(await status)];
  }

  histories(): Promise<readonly ServerHistory[]> {
    return historiesOf(this.#parts, this.#database);
  }

  async close(): Promise<void> {
    for (const link of [this.#link, ...this.#laneLinks]) link.close();
    await this.#end(this.#isHealthy);
  }

  async #catchUp(timeout: number): Promise<Sync> {
    const { upstream, replication, folder } = this.#parts;
    const target = await upstream.link.value('SELECT @@gtid_binlog_pos');
    const sync = await caughtUp(replication, target, timeout, this.#reached);
    if (sync.kind === 'synced') this.#reached = sync.position;
    if (sync.kind !== 'synced') {
      this.#isHealthy = false;
      const problem = await outOfSpace(folder.path);
      if (problem !== null) throw new EnvironmentError(problem);
    }
    return sync;
  }

  async #lost(link: Link): Promise<void> {
    this.#isHealthy = false;
    await this.#parts.upstream.endsWithin(SERVER_END);
    if (this.#parts.upstream.isAlive) await this.#guarded(this.#parts.upstream.link.ended(link.lastThread));
  }

  #broken(message: string): EnvironmentError {
    this.#isHealthy = false;
    return new EnvironmentError(message);
  }

  async #guarded<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw this.#broken(messageOf(error));
    }
  }
}
