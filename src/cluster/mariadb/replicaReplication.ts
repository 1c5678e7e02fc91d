import { EnvironmentError, type Evidence, type Signal } from '../cluster.js';
import { messageOf, type Credentials } from '../link.js';
import { statusText, stoppedWith } from './replicaStatus.js';
import type { Failure, Look, Replication } from './replication.js';
import type { Server } from './server.js';

/** How long one MASTER_GTID_WAIT lasts before errors are looked for: s. */
const WAIT = 0.03;

/** The port of no server. */
const NOWHERE = 0;

/**
 * Captures that are replicas of upstream; downstream replicates from the owner among them, and is attached to the next
 * one when it dies.
 */
export class ReplicaReplication implements Replication {
  /** The replicas by their number as captures. */
  readonly servers: readonly Server[];
  readonly #downstream: Server;
  readonly #credentials: Credentials;
  #alive: readonly number[];
  /** The port that downstream replicates from; nowhere from its STOP SLAVE to the next START SLAVE. */
  #attachedTo = NOWHERE;
  /** The attachments that are still to be made, one after the other. */
  #attaching: Promise<void> = Promise.resolve();
  #failure: Failure | null = null;
  #trouble: Error | null = null;

  private constructor(replicas: readonly Server[], downstream: Server, credentials: Credentials) {
    this.servers = replicas;
    this.#downstream = downstream;
    this.#credentials = credentials;
    this.#alive = [...replicas.keys()];
  }

  /** Makes replicas of these servers, and attaches downstream to the first of them. */
  static async create(
    replicas: readonly Server[],
    upstream: Server,
    downstream: Server,
    credentials: Credentials,
  ): Promise<ReplicaReplication> {
    const replication = new ReplicaReplication(replicas, downstream, credentials);
    await Promise.all(replicas.map((replica) => replication.#replicate(replica, upstream)));
    await replication.#follow();
    return replication;
  }

  async kill(capture: number, signal: Signal): Promise<void> {
    this.#alive = this.#alive.filter((each) => each !== capture);
    await this.#replica(capture).kill(signal);
    void this.#follow();
  }

  async start(capture: number): Promise<void> {
    await this.#replica(capture).restart();
    this.#alive = [...this.#alive, capture];
    void this.#follow();
  }

  async look(target: string): Promise<Look> {
    const parts = [this.#downstream, ...this.#alive.map((capture) => this.#replica(capture))];
    const failure = await this.#findFailure();
    if (failure !== null) return failure;
    for (const part of parts) {
      const waited = await part.link.value(`SELECT MASTER_GTID_WAIT('${target}', ${WAIT})`);
      if (waited !== '0') return this.#behind(parts);
    }
    return { kind: 'synced', position: await positionOf(this.#downstream) };
  }

  async restore(): Promise<void> {
    const dead = [...this.servers.keys()].filter((capture) => !this.#alive.includes(capture));
    await Promise.all(dead.map((capture) => this.start(capture)));
    this.#alive = [...this.servers.keys()];
    await this.#follow();
  }

  async cause(): Promise<string | undefined> {
    if (this.#alive.length === 0) return 'no capture is alive';
    const [status] = await this.#downstream.link.rows('SHOW ALL SLAVES STATUS');
    if (status === undefined) return undefined;
    return `downstream: ${String(status['Slave_SQL_State'])}; ${String(status['Slave_IO_State'])}`;
  }

  async evidence(): Promise<readonly Evidence[]> {
    const servers = [this.#downstream, ...this.servers].filter(({ isAlive }) => isAlive);
    return Promise.all(
      servers.map(async ({ name, link }) => ({
        name: `${name}-status.txt`,
        text: (await link.rows('SHOW ALL SLAVES STATUS')).map(statusText).join('\n'),
      })),
    );
  }

  mark(): Promise<void> {
    return Promise.resolve();
  }

  async #behind(parts: readonly Server[]): Promise<Look> {
    const [position = '', ...others] = await Promise.all(parts.map(positionOf));
    return { kind: 'behind', position, progress: [position, ...others].join(' ') };
  }

  async #findFailure(): Promise<Failure | null> {
    if (this.#trouble !== null) throw this.#trouble;
    const parts = [this.#downstream, ...this.#alive.map((capture) => this.#replica(capture))];
    const failures = await Promise.all(parts.map(failureOf));
    this.#failure ??= failures.find((each) => each !== null) ?? null;
    return this.#failure;
  }

  /** Attaches downstream to the owner, after all attachments that were asked for before. */
  #follow(): Promise<void> {
    this.#attaching = this.#attaching
      .then(() => this.#attach())
      .catch((error: unknown) => {
        this.#trouble ??= new EnvironmentError(messageOf(error));
      });
    return this.#attaching;
  }

  async #attach(): Promise<void> {
    const owner = this.#alive[0];
    if (owner === undefined) return;
    const replica = this.#replica(owner);
    const { port } = replica;
    if (port === this.#attachedTo) return;
    try {
      this.#failure ??= await failureOf(this.#downstream);
      if (this.#failure !== null) return;
      this.#attachedTo = NOWHERE;
      await this.#downstream.link.rows('STOP SLAVE');
      const position = await positionOf(this.#downstream);
      if (!(await this.#hasReached(owner, position))) return;
      await this.#replicate(this.#downstream, replica);
      this.#attachedTo = port;
    } catch (error) {
      if (this.#alive[0] === owner) throw error;
    }
  }

  /**
   * A replica that is behind downstream cannot serve it (error 1236): it is given the time to catch up. False where it
   * is killed or fails instead.
   */
  async #hasReached(owner: number, position: string): Promise<boolean> {
    const replica = this.#replica(owner);
    while (this.#alive[0] === owner) {
      if ((await replica.link.value(`SELECT MASTER_GTID_WAIT('${position}', ${WAIT})`)) === '0') return true;
      this.#failure ??= await failureOf(replica);
      if (this.#failure !== null) return false;
    }
    return false;
  }

  async #replicate(replica: Server, from: Server): Promise<void> {
    const { user, password } = this.#credentials;
    await replica.link.rows(
      `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${from.port}, MASTER_USER = '${user}',
       MASTER_PASSWORD = '${password}', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1`,
    );
    await replica.link.rows('START SLAVE');
  }

  #replica(capture: number): Server {
    const replica = this.servers[capture];
    if (replica === undefined) throw new EnvironmentError(`there is no capture ${capture}`);
    return replica;
  }
}

function positionOf(server: Server): Promise<string> {
  return server.link.value('SELECT @@gtid_slave_pos');
}

async function failureOf({ name, link }: Server): Promise<Failure | null> {
  const [status] = await link.rows('SHOW ALL SLAVES STATUS');
  return status === undefined ? null : stoppedWith(name, status);
}
