import { EnvironmentError } from '../cluster.js';
import * as answers from './answers.js';
import type { ChangefeedSeen } from './answers.js';
import type { Writable } from './json.js';
import { ApiError, type OpenApi } from './openApi.js';
import { passwordsIn, strikeOut } from './secrets.js';
import type { Tso } from './tso.js';

/** How a changefeed is made. */
export interface NewChangefeed {
  readonly id: string;
  /** A timestamp before its database was created. */
  readonly startTs: Tso;
  /** `mysql://user:password@host:port/?…`: it goes into the call and nowhere else. */
  readonly sinkUri: string;
  /** The one database that it carries. */
  readonly database: string;
  /** Further keys of the OpenAPI's `replica_config`. */
  readonly options: Readonly<Record<string, Writable>>;
}

/** How long a move of a table may be unable to find somebody to carry it out: ms. It is not worth waiting for a takeover. */
const MOVE_PATIENCE = 2_000;

/** The id of a database's changefeed: letters, digits and single hyphens are all that TiCDC allows. */
export function changefeedId(database: string): string {
  return database.replaceAll('_', '-');
}

/** One changefeed of the OpenAPI. Methods throw EnvironmentError where no capture can answer or one refuses. */
export class Changefeed {
  readonly id: string;
  readonly #api: OpenApi;

  private constructor(api: OpenApi, id: string) {
    this.#api = api;
    this.id = id;
  }

  /** Makes a changefeed. One that its capture made before it died, without answering, is there already: then that one is it. */
  static async create(api: OpenApi, made: NewChangefeed): Promise<Changefeed> {
    const body = {
      changefeed_id: made.id,
      start_ts: made.startTs,
      sink_uri: made.sinkUri,
      replica_config: { ...made.options, filter: { rules: [`${made.database}.*`] } },
    };
    try {
      await api.ask({ method: 'POST', path: '/api/v2/changefeeds', body }, answers.anything);
    } catch (error) {
      const isThere = error instanceof ApiError && error.code === 'CDC:ErrChangeFeedAlreadyExists';
      if (!isThere) throw refused(`changefeed ${made.id} cannot be created`, error, made.sinkUri);
    }
    return new Changefeed(api, made.id);
  }

  /** State, checkpoint and error. `patience`: how long all captures may be unable to tell: ms. */
  async look(patience: number): Promise<ChangefeedSeen> {
    try {
      return await this.#api.ask({ method: 'GET', path: this.#path }, answers.changefeed, patience);
    } catch (error) {
      throw refused(`changefeed ${this.id} cannot be seen`, error);
    }
  }

  /** Stops it; its checkpoint stays. */
  async pause(): Promise<void> {
    await this.#tell('POST', '/pause');
  }

  /** Lets it go on from its checkpoint. */
  async resume(): Promise<void> {
    await this.#tell('POST', '/resume', {});
  }

  /** Removes it; one that is gone already is no error. */
  async remove(): Promise<void> {
    try {
      await this.#api.ask({ method: 'DELETE', path: this.#path }, answers.anything);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CDC:ErrChangeFeedNotExists') return;
      throw refused(`changefeed ${this.id} cannot be removed`, error);
    }
  }

  /** Asks that a physical table be carried by this capture (its id). Returns why not, where that is refused; null where it is done. */
  async move(tableId: number, captureId: string): Promise<string | null> {
    const path = `${this.#path}/move_table?tableID=${tableId}&targetNodeID=${encodeURIComponent(captureId)}`;
    try {
      await this.#api.ask({ method: 'POST', path }, answers.anything, MOVE_PATIENCE);
      return null;
    } catch (error) {
      if (error instanceof ApiError || error instanceof EnvironmentError) return error.message;
      throw error;
    }
  }

  async #tell(method: 'POST', what: string, body?: Writable): Promise<void> {
    const call = { method, path: `${this.#path}${what}` };
    try {
      await this.#api.ask(body === undefined ? call : { ...call, body }, answers.anything);
    } catch (error) {
      throw refused(`changefeed ${this.id}: ${what.slice(1)}`, error);
    }
  }

  get #path(): string {
    return `/api/v2/changefeeds/${this.id}`;
  }
}

/** A refusal as the environment's failure, without the password of the sink. */
function refused(what: string, error: unknown, sinkUri?: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const said = sinkUri === undefined ? error.message : strikeOut(error.message, passwordsIn(sinkUri));
  return new EnvironmentError(`${what}: ${said} (${error.status})`);
}
