import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { beforeAll } from 'vitest';
import { EnvironmentError, UsageError } from '../../../src/cluster/cluster.js';
import { dataTemplate } from '../../../src/cluster/mariadb/dataTemplate.js';
import { detectMariadb } from '../../../src/cluster/mariadb/detectMariadb.js';
import { Server } from '../../../src/cluster/mariadb/server.js';
import { WorkFolder } from '../../../src/process/workFolder.js';
import type { Dialect } from '../../../src/sql/dialect.js';
import { mariadb } from '../../../src/sql/mariadb.js';
import { tidb } from '../../../src/sql/tidb.js';
import { inOneLine } from '../../told.js';

/** One server to compare the model with. */
export interface Upstream {
  readonly connection: Connection;
  readonly dialect: Dialect;
  close(): Promise<void>;
}

/**
 * Sets a file's tests up with a server of their own and ends it after them, or lets it go. It is that of `CDCHECK_UPSTREAM`
 * (`mysql://user@host:port`), MariaDB or TiDB, or else a MariaDB that is started for this. What it holds in the databases
 * `cdcheck_model` and `cdcheck_snapshot` is lost.
 */
export function withUpstream(use: (upstream: Upstream) => void): void {
  beforeAll(() =>
    inOneLine(async () => {
      const upstream = await openUpstream(process.env['CDCHECK_UPSTREAM'] ?? '');
      use(upstream);
      return () => upstream.close();
    }),
  );
}

/** Opens it; an empty address counts as none. Throws UsageError with one line, without the password, where nothing answers there. */
export async function openUpstream(address: string): Promise<Upstream> {
  if (address === '') return startMariadb();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'mysql:') {
    throw new UsageError('CDCHECK_UPSTREAM must be an address such as mysql://user@127.0.0.1:4000');
  }
  const connection = await createConnection(address).catch((error: unknown) => {
    url.password = '';
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`CDCHECK_UPSTREAM=${url.href}: ${reason}; give the address of a server that runs`);
  });
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT version() AS version');
  const dialect = String(row?.['version']).includes('TiDB') ? tidb : mariadb;
  return { connection, dialect, close: () => connection.end() };
}

async function startMariadb(): Promise<Upstream> {
  const found = await detectMariadb();
  if (!found.usable) throw new EnvironmentError(`${found.problem}; ${found.remedy}`);
  const { binaries, version } = found;
  const folder = WorkFolder.create();
  const template = await dataTemplate(binaries, version, folder);
  const credentials = { user: 'cdcheck', password: 'only for this test' };
  const server = await Server.create('upstream', 1, { folder, binaries, template, credentials });
  return { connection: await server.link.connect(), dialect: mariadb, close: () => folder.close() };
}
