import { setTimeout as delay } from 'node:timers/promises';
import type { Dialect } from '../sql/dialect.js';
import { EnvironmentError, type Outcome, type Step } from './cluster.js';
import type { Link } from './link.js';
import { sendStatements } from './sendStatements.js';

/** How long a statement whose connection is lost may go on: ms. */
const LOST_TIMEOUT = 60_000;

/** Between two looks at whether it still does: ms. */
const LOOK = 100;

/** States of TiDB's DDL jobs that may still take effect. */
const PENDING = "'none', 'queueing', 'running', 'rollingback', 'cancelling', 'pausing', 'paused'";

/** A server that can be asked about its connections beside the one that carries out commands. */
interface Upstream {
  readonly link: Link;
  newLink(database: string): Link;
}

/** A connection that carries out the commands of one run, or of one lane of it, upstream. */
export class UpstreamConnection {
  readonly #upstream: Upstream;
  readonly #database: string;
  readonly #dialect: Dialect;
  readonly #link: Link;
  /** Upstream's id of the connection, and the thread that it was asked from; null before the first statement. */
  #known: { readonly id: string; readonly thread: number } | null = null;

  constructor(upstream: Upstream, database: string, dialect: Dialect) {
    this.#upstream = upstream;
    this.#database = database;
    this.#dialect = dialect;
    this.#link = upstream.newLink(database);
  }

  /**
   * Carries out a DDL, DML or transaction. Where the connection is lost it returns only once the statement can no longer take effect:
   * a DDL goes on without its client. Throws EnvironmentError where upstream cannot tell.
   */
  async execute(step: Step): Promise<Outcome> {
    const id = await this.#id();
    const outcome = await sendStatements(this.#link, this.#dialect.statements(step));
    if (outcome.kind === 'unknown') await this.#untilOver(id);
    return outcome;
  }

  close(): void {
    this.#link.close();
  }

  /** Upstream's id of the connection as it is now. The handshake tells only half of TiDB's. */
  async #id(): Promise<string> {
    const id = this.#known?.thread === this.#link.lastThread ? this.#known.id : null;
    if (id !== null && this.#link.isOpen) return id;
    const asked = await this.#link.value('SELECT CONNECTION_ID()');
    this.#known = { id: asked, thread: this.#link.lastThread };
    return asked;
  }

  async #untilOver(id: string): Promise<void> {
    const deadline = performance.now() + LOST_TIMEOUT;
    while (await this.#goesOn(id)) {
      if (performance.now() > deadline) {
        throw new EnvironmentError(
          `upstream: a statement still runs ${LOST_TIMEOUT / 1000} s after its connection was lost`,
        );
      }
      await delay(LOOK);
    }
  }

  async #goesOn(id: string): Promise<boolean> {
    switch (this.#dialect.name) {
      case 'mariadb':
        return this.#counts(`information_schema.PROCESSLIST WHERE ID = ${id}`);
      case 'tidb':
        return (
          (await this.#counts(`information_schema.CLUSTER_PROCESSLIST WHERE ID = ${id}`)) ||
          (await this.#counts(
            `information_schema.DDL_JOBS WHERE DB_NAME = '${this.#database}' AND STATE IN (${PENDING})`,
          ))
        );
    }
  }

  async #counts(what: string): Promise<boolean> {
    return (await this.#upstream.link.value(`SELECT COUNT(*) FROM ${what}`)) !== '0';
  }
}
