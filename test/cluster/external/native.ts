import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from '../../../src/process/freePort.js';

const SCRIPT = join(import.meta.dirname, 'native.sh');

/** What each of a capture's shell commands asks of the script. */
export interface Commands {
  readonly kill: string;
  readonly term: string;
  readonly start: string;
  readonly status: string;
}

/** The intermediate server itself is the capture: killed in whatever it does. */
export const SERVER: Commands = { kill: 'kill', term: 'term', start: 'start', status: 'status' };

/** The intermediate server's replication is the capture: it is stopped between two events, which does no harm. */
export const REPLICATION: Commands = {
  kill: 'stop-replication',
  term: 'stop-applying',
  start: 'start-replication',
  status: 'replicates',
};

const SUPPORTED = [
  ...['createTable', 'dropTable', 'truncateTable', 'renameTable'],
  ...['addPartition', 'dropPartition', 'truncatePartition', 'reorganizePartition', 'exchangePartition'],
  ...['removePartitioning', 'partitionBy', 'addColumn', 'dropColumn', 'addIndex'],
  ...['insert', 'insertAuto', 'update', 'delete', 'transaction', 'killCapture', 'startCapture'],
];

/** MariaDB replication that native.sh has set up, upstream → replica → downstream, and files of clusters that describe it to cdcheck. */
export class Native {
  /** Everybody's password, and the environment variable that holds it. */
  readonly password = `pw-${randomBytes(12).toString('hex')}`;
  readonly variable = 'NATIVE_PASSWORD';
  readonly folder: string;
  readonly ports: readonly number[];

  private constructor(ports: readonly number[]) {
    this.ports = ports;
    this.folder = mkdtempSync(join(tmpdir(), 'native-'));
    writeFileSync(join(this.folder, 'ports'), `${ports.join('\n')}\n`);
    writeFileSync(join(this.folder, 'password'), `${this.password}\n`, { mode: 0o600 });
  }

  /** Starts the three servers and replication between them. */
  static async up(): Promise<Native> {
    const native = new Native([await freePort(), await freePort(), await freePort()]);
    try {
      await native.call('up');
    } catch (error) {
      await native.down();
      throw error;
    }
    return native;
  }

  /** Ends the servers and removes what they had. */
  async down(): Promise<void> {
    await this.call('down');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Calls the script. */
  async call(command: string): Promise<string> {
    const { stdout } = await execa(SCRIPT, [command, this.folder], { stdin: 'ignore' });
    return stdout;
  }

  /** The shell command that calls the script. */
  command(command: string): string {
    return `${SCRIPT} ${command} ${this.folder}`;
  }

  /** The rows that a server answers; it is named by its place: 0 upstream, 1 replica, 2 downstream. */
  async ask(server: 0 | 1 | 2, sql: string): Promise<readonly RowDataPacket[]> {
    const connection = await createConnection({
      host: '127.0.0.1',
      port: this.ports[server] ?? 0,
      user: 'native',
      password: this.password,
    });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return rows;
    } finally {
      await connection.end();
    }
  }

  /** The text of a cluster's file with these commands; `change` replaces lines of it. */
  toml(commands: Commands, change: Readonly<Record<string, string>> = {}): string {
    const [upstream, , downstream] = this.ports;
    const lines = [
      'kind = "external"',
      'destructive = true',
      'dialect = "mariadb"',
      `supports = ${JSON.stringify(SUPPORTED)}`,
      'commandTimeout = 60',
      'settle = 0',
      'stuckAfter = 60',
      'tries = 5',
      'workers = 1',
      `error = ${JSON.stringify(this.command('error'))}`,
      `reset = ${JSON.stringify(this.command('reset'))}`,
      '[upstream]',
      'host = "127.0.0.1"',
      `port = ${upstream ?? 0}`,
      'user = "native"',
      `passwordEnv = "${this.variable}"`,
      '[downstream]',
      'host = "localhost"',
      `port = ${downstream ?? 0}`,
      'user = "native"',
      `passwordFile = ${JSON.stringify(join(this.folder, 'password'))}`,
      '[[captures]]',
      ...Object.entries(commands).map(
        ([name, command]) => `${name} = ${JSON.stringify(this.command(String(command)))}`,
      ),
    ];
    return `${lines.map((line) => change[line.split(' = ')[0] ?? ''] ?? line).join('\n')}\n`;
  }

  /** Writes such a file into a folder; its path. */
  write(
    folder: string,
    name: string,
    commands: Commands,
    change: Readonly<Record<string, string>> = {},
  ): string {
    const file = join(folder, name);
    writeFileSync(file, this.toml(commands, change));
    return file;
  }
}
