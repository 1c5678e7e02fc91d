import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { Dialect } from '../../../src/sql/dialect.js';
import { mariadb } from '../../../src/sql/mariadb.js';
import { tidb } from '../../../src/sql/tidb.js';

/** One server to compare the model with. */
export interface Upstream {
  readonly connection: Connection;
  readonly dialect: Dialect;
  close(): Promise<void>;
}

/**
 * The server of `CDCHECK_UPSTREAM` (`mysql://user@host:port`), MariaDB or TiDB; without it a MariaDB that is started for
 * this in a temporary folder.
 */
export async function openUpstream(): Promise<Upstream> {
  const address = process.env['CDCHECK_UPSTREAM'];
  if (address !== undefined) {
    const connection = await createConnection(address);
    const [[row]] = await connection.query<RowDataPacket[]>('SELECT version() AS version');
    const dialect = String(row?.['version']).includes('TiDB') ? tidb : mariadb;
    return { connection, dialect, close: () => connection.end() };
  }
  const folder = mkdtempSync(join(tmpdir(), 'cdcheck-model-'));
  const data = join(folder, 'data');
  const user = userInfo().username;
  execFileSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--user=${user}`,
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const log = openSync(join(folder, 'log'), 'a');
  const server: ChildProcess = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--user=${user}`,
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 's')}`,
      '--innodb-buffer-pool-size=32M',
      '--performance-schema=OFF',
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { stdio: ['ignore', log, log] },
  );
  const exited = new Promise((resolve) => server.once('exit', resolve));
  const connection = await connect(port);
  return {
    connection,
    dialect: mariadb,
    close: async () => {
      await connection.end();
      server.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function connect(port: number): Promise<Connection> {
  for (;;) {
    try {
      return await createConnection({ host: '127.0.0.1', port, user: 'root' });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
