import type { ClusterConf } from '../../conf/cluster.js';
import { identifier } from '../../sql/identifier.js';
import { UsageError, type Side } from '../cluster.js';
import { Link } from '../link.js';
import { readPassword } from '../password.js';

/** The configuration of a cluster of this kind. */
export type ExternalConf = Extract<ClusterConf, { readonly kind: 'external' }>;

/** One of the two servers between which the pipeline runs. */
export class End {
  readonly side: Side;
  /** cdcheck's own connection. */
  readonly link: Link;
  readonly password: string;
  readonly #conf: ExternalConf;

  /** Does not connect yet. Throws UsageError where the password is not where the file says. */
  constructor(side: Side, conf: ExternalConf) {
    this.side = side;
    this.#conf = conf;
    this.password = readPassword(`cluster ${conf.name}: ${side}`, conf[side]);
    this.link = this.newLink();
  }

  /** `upstream 127.0.0.1:3306`. */
  get name(): string {
    const { host, port } = this.#conf[this.side];
    return `${this.side} ${host}:${port}`;
  }

  /** Another connection to it, which uses this database. */
  newLink(database?: string): Link {
    const { host, port, user } = this.#conf[this.side];
    return new Link(this.name, { host, port }, { user, password: this.password }, database);
  }

  /**
   * Connects and tells what server it is. Throws UsageError where upstream is no server of the file's dialect, or one whose
   * settings make it number rows or store tables otherwise than the model; EnvironmentError where it cannot be reached.
   */
  async identify(): Promise<string> {
    const version = await this.link.value('SELECT VERSION()');
    if (this.side === 'upstream') {
      const { dialect } = this.#conf;
      if (!version.toLowerCase().includes(dialect)) {
        throw this.#unfit(
          `is ${version}, but dialect = "${dialect}": cdcheck knows what MariaDB and TiDB do`,
        );
      }
      const step = await this.link.value('SELECT @@auto_increment_increment');
      if (step !== '1') throw this.#unfit(`has auto_increment_increment = ${step}: set it to 1`);
      const engine = await this.link.value('SELECT @@default_storage_engine');
      if (engine !== 'InnoDB') throw this.#unfit(`has default_storage_engine = ${engine}: set it to InnoDB`);
    }
    return version;
  }

  /** Whether it has this database. */
  async has(database: string): Promise<boolean> {
    const find = `SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '${database}'`;
    return (await this.link.value(find)) !== '0';
  }

  /** The databases on it that have names of cdcheck's. */
  async databases(): Promise<readonly string[]> {
    const rows = await this.link.rows(
      `SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'cdcheck\\_%'`,
    );
    return rows.map(({ name }) => String(name));
  }

  /** Drops a database that cdcheck made, if it is there. The server tells the others likewise: nobody stumbles where it is gone. */
  async drop(database: string): Promise<void> {
    await this.link.rows(`DROP DATABASE IF EXISTS ${identifier(database)}`);
  }

  #unfit(what: string): UsageError {
    return new UsageError(`cluster ${this.#conf.name}: ${this.name} ${what}`);
  }
}
