import { setTimeout as delay } from 'node:timers/promises';
import { tidb } from '../../sql/tidb.js';
import { EnvironmentError, type Outcome, type Step } from '../cluster.js';
import { messageOf, serverError, type Link } from '../link.js';
import type { End } from './parts.js';

/** How long a statement whose connection is lost may go on: ms. */
const LOST_TIMEOUT = 60_000;

/** Between two looks at whether it still does: ms. */
const LOOK = 100;

/** States of a DDL job that may still take effect. */
const PENDING = "'none', 'queueing', 'running', 'rollingback', 'cancelling', 'pausing', 'paused'";

/** A connection that carries out the commands of one run, or of one lane of it, upstream. */
export class UpstreamConnection {
  readonly #upstream: End;
  readonly #database: string;
  readonly #link: Link;
  /** Upstream's id of the connection; null before its first statement and after it was lost. */
  #id: string | null = null;

  constructor(upstream: End, database: string) {
    this.#upstream = upstream;
    this.#database = database;
    this.#link = upstream.newLink(database);
  }

  /**
   * Carries out a DDL, DML or transaction. Where the connection is lost it returns only once the statement can no longer take effect:
   * a DDL goes on without its client. Throws EnvironmentError where upstream cannot tell.
   */
  async execute(step: Step): Promise<Outcome> {
    const statements = tidb.statements(step);
    let insertId = 0;
    try {
      this.#id ??= await this.#link.value('SELECT CONNECTION_ID()');
      for (const statement of statements) {
        const result = await this.#link.send(statement);
        if (!Array.isArray(result) && insertId === 0) insertId = result.insertId;
      }
    } catch (error) {
      const refused = serverError(error);
      if (refused === null) return this.#lost(error);
      if (statements.length > 1) await this.#link.rows('ROLLBACK');
      return { kind: 'error', ...refused };
    }
    return insertId === 0 ? { kind: 'ok' } : { kind: 'ok', insertId };
  }

  close(): void {
    this.#link.close();
  }

  async #lost(error: unknown): Promise<Outcome> {
    const id = this.#id;
    this.#id = null;
    if (id === null) throw new EnvironmentError(messageOf(error));
    const deadline = performance.now() + LOST_TIMEOUT;
    while (await this.#goesOn(id)) {
      if (performance.now() > deadline) {
        throw new EnvironmentError(
          `upstream: a statement still runs ${LOST_TIMEOUT / 1000} s after its connection was lost`,
        );
      }
      await delay(LOOK);
    }
    return { kind: 'unknown', message: messageOf(error) };
  }

  async #goesOn(id: string): Promise<boolean> {
    const sessions = await this.#upstream.link.value(
      `SELECT COUNT(*) FROM information_schema.CLUSTER_PROCESSLIST WHERE ID = ${id}`,
    );
    const jobs = await this.#upstream.link.value(
      `SELECT COUNT(*) FROM information_schema.DDL_JOBS WHERE DB_NAME = '${this.#database}' AND STATE IN (${PENDING})`,
    );
    return sessions !== '0' || jobs !== '0';
  }
}
