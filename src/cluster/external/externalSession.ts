import { setTimeout as delay } from 'node:timers/promises';
import type { Snapshot } from '../../../model/snapshot.js';
import type { Dialect } from '../../sql/dialect.js';
import { readSnapshot } from '../../sql/readSnapshot.js';
import {
  EnvironmentError,
  type Connection,
  type Evidence,
  type Outcome,
  type Session,
  type Side,
  type Signal,
  type Step,
  type Sync,
} from '../cluster.js';
import { isFull } from '../diskSpace.js';
import { atOnce, Turns } from '../lanes.js';
import { messageOf, serverError } from '../link.js';
import { UpstreamConnection } from '../upstreamConnection.js';
import { awaitMarker } from './awaitMarker.js';
import type { End } from './ends.js';
import { MARKER_TABLE, type Marker } from './marker.js';
import type { Pipeline } from './pipeline.js';

/** What a session works on. */
export interface Parts {
  readonly dialect: Dialect;
  readonly upstream: End;
  readonly downstream: End;
  readonly pipeline: Pipeline;
  /** How long downstream must stay unchanged, once a marker is there, while it differs from upstream: ms. */
  readonly settle: number;
}

/**
 * Errors that tell of the server and cdcheck's account there, not of the command: no right to do this, too many connections,
 * a server that is read-only or going down.
 */
const OF_THE_SERVER: readonly number[] = [1040, 1044, 1045, 1053, 1142, 1143, 1203, 1226, 1227, 1290, 1836];

/** What a server says where the database has not arrived. */
const UNKNOWN_DATABASE = 1049;

/** One run's database between two servers that others have set up. */
export class ExternalSession implements Session {
  readonly #parts: Parts;
  readonly #database: string;
  readonly #marker: Marker;
  readonly #connection: UpstreamConnection;
  /** One for each lane, made when a block first has so many. */
  readonly #laneConnections: UpstreamConnection[] = [];
  /** Lanes kill and start captures one at a time. */
  readonly #captures = new Turns();
  readonly #end: (isHealthy: boolean) => Promise<void>;
  readonly #opened = performance.now();
  #isHealthy = true;

  /** The database is on both sides; `end` is called when the session closes, with whether nothing has failed. */
  constructor(parts: Parts, database: string, marker: Marker, end: (isHealthy: boolean) => Promise<void>) {
    this.#parts = parts;
    this.#database = database;
    this.#marker = marker;
    this.#connection = new UpstreamConnection(parts.upstream, database, parts.dialect);
    this.#end = end;
  }

  execute(step: Step): Promise<Outcome> {
    return this.#executeOn(this.#connection, step);
  }

  async concurrently(lanes: readonly ((connection: Connection) => Promise<void>)[]): Promise<void> {
    const { dialect, upstream } = this.#parts;
    await atOnce(this, lanes, (lane) => {
      const connection = (this.#laneConnections[lane] ??= new UpstreamConnection(
        upstream,
        this.#database,
        dialect,
      ));
      return (step) => this.#executeOn(connection, step);
    });
  }

  kill(capture: number, signal: Signal): Promise<void> {
    return this.#captures.take(() => this.#guarded(this.#parts.pipeline.capture(capture).kill(signal)));
  }

  start(capture: number): Promise<void> {
    return this.#captures.take(() => this.#guarded(this.#parts.pipeline.capture(capture).start()));
  }

  async wait(ms: number): Promise<void> {
    await delay(ms);
  }

  now(): number {
    return performance.now() - this.#opened;
  }

  async sync(timeout: number): Promise<Sync> {
    const { pipeline, settle } = this.#parts;
    const watch = {
      arrived: () => this.#marker.arrived(),
      failure: () => pipeline.failure(),
      contents: async (side: Side) => JSON.stringify(await this.snapshot(side)),
      cause: () => this.#cause(),
    };
    const caughtUp = this.#marker
      .write()
      .then((target) => awaitMarker(target, { timeout, settle }, watch, this));
    const sync = await this.#guarded(caughtUp);
    if (sync.kind !== 'synced') this.#isHealthy = false;
    return sync;
  }

  async snapshot(side: Side): Promise<Snapshot> {
    const { name, link } = this.#parts[side];
    try {
      const snapshot = await readSnapshot(await link.connect(), this.#database);
      return Object.fromEntries(Object.entries(snapshot).filter(([table]) => table !== MARKER_TABLE));
    } catch (error) {
      const isNotThere = serverError(error)?.errno === UNKNOWN_DATABASE;
      if (isNotThere && side === 'downstream') return {};
      throw new EnvironmentError(`${name}: ${messageOf(error)}`);
    }
  }

  alarms(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async evidence(): Promise<readonly Evidence[]> {
    const { pipeline } = this.#parts;
    const failure = await pipeline.failure();
    const status = [...pipeline.captures.keys()].map(async (capture) => {
      const isAlive = await pipeline.capture(capture).isAlive();
      return `capture ${capture}: ${isAlive ? 'alive' : 'not alive'}\n`;
    });
    const error = failure === null ? '' : `error: ${[failure.errno, failure.message].join(' ').trim()}\n`;
    return [
      { name: 'commands.log', text: pipeline.shell.record },
      { name: 'pipeline.txt', text: `${(await Promise.all(status)).join('')}${error}` },
    ];
  }

  async close(): Promise<void> {
    for (const connection of [this.#connection, ...this.#laneConnections]) connection.close();
    await this.#end(this.#isHealthy);
  }

  async #executeOn(connection: UpstreamConnection, step: Step): Promise<Outcome> {
    const outcome = await this.#guarded(connection.execute(step));
    if (outcome.kind === 'error' && (isFull(outcome.message) || OF_THE_SERVER.includes(outcome.errno))) {
      throw new EnvironmentError(`${this.#parts.upstream.name}: ${outcome.errno} ${outcome.message}`);
    }
    return outcome;
  }

  async #cause(): Promise<string | undefined> {
    const dead = await this.#parts.pipeline.dead();
    return dead.length === 0
      ? undefined
      : dead.map((capture) => `capture ${capture} is not alive`).join(', ');
  }

  async #guarded<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#isHealthy = false;
      throw error;
    }
  }
}
