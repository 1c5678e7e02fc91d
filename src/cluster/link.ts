import { setTimeout as delay } from 'node:timers/promises';
import { createConnection, type Connection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { EnvironmentError } from './cluster.js';

/** Where a server listens. */
export type Address = { readonly socketPath: string } | { readonly host: string; readonly port: number };

/** Who cdcheck is on a server. A password is never part of a log, an artifact or a command line. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** How often a server is asked whether a lost connection has ended: ms. */
const END_POLL = 20;

/** A connection to one server, made when it is first needed and again after it was lost. */
export class Link {
  readonly #server: string;
  readonly #address: Address;
  readonly #credentials: Credentials;
  readonly #database: string | undefined;
  #connection: Connection | null = null;
  #thread = 0;
  readonly #waiting = new Set<(error: Error) => void>();

  constructor(server: string, address: Address, credentials: Credentials, database?: string) {
    this.#server = server;
    this.#address = address;
    this.#credentials = credentials;
    this.#database = database;
  }

  /** The connection. Throws mysql2's error where there is none to be had. */
  async connect(): Promise<Connection> {
    if (this.#connection !== null) return this.#connection;
    // A BIGINT that a number cannot hold (a TSO) comes as text.
    const where = { ...this.#address, ...this.#credentials, supportBigNumbers: true };
    const connection = await createConnection(
      this.#database === undefined ? where : { ...where, database: this.#database },
    );
    connection.on('error', () => {
      this.#lose(connection);
    });
    this.#connection = connection;
    this.#thread = connection.threadId;
    return connection;
  }

  /** The server's number of the connection that was made last; 0 where there was none. */
  get lastThread(): number {
    return this.#thread;
  }

  /** Whether there is a connection now. */
  get isOpen(): boolean {
    return this.#connection !== null;
  }

  /** Returns once the server has ended a connection that was lost, so that what it was carrying out is done or undone. */
  async ended(thread: number): Promise<void> {
    const find = `SELECT COUNT(*) FROM information_schema.processlist WHERE id = ${thread}`;
    while ((await this.value(find)) !== '0') await delay(END_POLL);
  }

  /** Sends a statement; a lost connection is forgotten. Throws mysql2's error. */
  async send(sql: string): Promise<ResultSetHeader | RowDataPacket[]> {
    const connection = await this.connect();
    try {
      const [result] = await this.#untilClosed(connection.query<ResultSetHeader | RowDataPacket[]>(sql));
      return result;
    } catch (error) {
      if (serverError(error) === null) this.#lose(connection);
      throw error;
    }
  }

  /** The rows of a query of cdcheck's own. Throws EnvironmentError, without the statement, which may hold a password. */
  async rows(sql: string): Promise<readonly RowDataPacket[]> {
    try {
      const result = await this.send(sql);
      return Array.isArray(result) ? result : [];
    } catch (error) {
      throw new EnvironmentError(`${this.#server}: ${messageOf(error)}`);
    }
  }

  /** One value of a query's only row, as text; empty where it is NULL. */
  async value(sql: string): Promise<string> {
    const [row] = await this.rows(sql);
    const [value] = Object.values(row ?? {}) as (string | number | bigint | null | undefined)[];
    return value === null || value === undefined ? '' : String(value);
  }

  /** Ends the connection at once; what was sent and not yet answered throws. */
  close(): void {
    this.#connection?.destroy();
    this.#connection = null;
    for (const giveUp of this.#waiting) giveUp(new Error('the connection was closed'));
  }

  /** mysql2 never settles a query whose connection is destroyed, so `close` has to. */
  async #untilClosed<T>(answer: Promise<T>): Promise<T> {
    let giveUp: (error: Error) => void = () => undefined;
    const closed = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    this.#waiting.add(giveUp);
    try {
      return await Promise.race([answer, closed]);
    } finally {
      this.#waiting.delete(giveUp);
    }
  }

  #lose(connection: Connection): void {
    connection.destroy();
    if (this.#connection === connection) this.#connection = null;
  }
}

/** The number and text of an error that the server itself gave; null where the connection failed instead. */
export function serverError(error: unknown): { readonly errno: number; readonly message: string } | null {
  if (!(error instanceof Error) || !('errno' in error) || typeof error.errno !== 'number') return null;
  if ('fatal' in error && error.fatal === true) return null;
  return error.errno >= 1000 ? { errno: error.errno, message: error.message } : null;
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
