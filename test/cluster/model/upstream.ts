import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { dataTemplate } from '../../../src/cluster/mariadb/dataTemplate.js';
import { detectMariadb } from '../../../src/cluster/mariadb/detectMariadb.js';
import { Server } from '../../../src/cluster/mariadb/server.js';
import { WorkFolder } from '../../../src/process/workFolder.js';
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
 * this. What it holds in the databases `cdcheck_model` and `cdcheck_snapshot` is lost.
 */
export async function openUpstream(): Promise<Upstream> {
  const address = process.env['CDCHECK_UPSTREAM'];
  if (address === undefined) return startMariadb();
  const connection = await createConnection(address);
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT version() AS version');
  const dialect = String(row?.['version']).includes('TiDB') ? tidb : mariadb;
  return { connection, dialect, close: () => connection.end() };
}

async function startMariadb(): Promise<Upstream> {
  const found = await detectMariadb();
  if (!found.usable) throw new Error(`${found.problem}; ${found.remedy}`);
  const { binaries, version } = found;
  const folder = WorkFolder.create();
  const template = await dataTemplate(binaries, version, folder);
  const credentials = { user: 'cdcheck', password: 'only for this test' };
  const server = await Server.create('upstream', 1, { folder, binaries, template, credentials });
  return { connection: await server.link.connect(), dialect: mariadb, close: () => folder.close() };
}
