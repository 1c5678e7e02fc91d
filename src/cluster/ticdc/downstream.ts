import { EnvironmentError } from '../cluster.js';
import type { Credentials } from '../link.js';
import { dataTemplate } from '../mariadb/dataTemplate.js';
import { detectMariadb } from '../mariadb/detectMariadb.js';
import { Server } from '../mariadb/server.js';
import type { LogReader } from '../mariadb/serverLog.js';
import type { End } from './parts.js';
import { startPd, startTidb, startTikv, type Running, type TidbServer, type Workshop } from './programs.js';

/** What downstream can be. */
export type DownstreamKind = 'mariadb' | 'unistore' | 'tidb';

/** Connections that one changefeed may need: both captures, each with its workers, and those of captures that have just died. */
const MAX_CONNECTIONS = 500;

/** A downstream that cdcheck has started. */
export interface OwnDownstream {
  readonly end: End;
  readonly host: string;
  readonly port: number;
  readonly credentials: Credentials;
  /** Programs of TiDB's that belong to it. */
  readonly programs: readonly Running[];
  /** Logs of what else belongs to it. */
  readonly logs: readonly { readonly name: string; readonly log: LogReader }[];
  readonly versions: Readonly<Record<string, string>>;
  isAlive(): boolean;
}

/** Starts downstream. `credentials`: of a MariaDB; a TiDB has no passwords. */
export async function startDownstream(
  shop: Workshop,
  kind: DownstreamKind,
  credentials: Credentials,
): Promise<OwnDownstream> {
  switch (kind) {
    case 'mariadb':
      return startMariadb(shop, credentials);
    case 'unistore':
      return ofTidb(await startTidb(shop, 'downstream', null), []);
    case 'tidb': {
      const pd = await startPd(shop, 'downstream-pd');
      const tikv = await startTikv(shop, 'downstream-tikv', pd.port);
      const tidb = await startTidb(shop, 'downstream', pd.port);
      await tidb.link.rows("SET GLOBAL tidb_gc_life_time = '60m'");
      return ofTidb(tidb, [pd, tikv]);
    }
  }
}

function ofTidb(tidb: TidbServer, below: readonly Running[]): OwnDownstream {
  return {
    end: { name: 'downstream', link: tidb.link, newLink: (database) => tidb.newLink(database) },
    host: '127.0.0.1',
    port: tidb.port,
    credentials: { user: 'root', password: '' },
    programs: [...below, tidb],
    logs: [],
    versions: {},
    isAlive: () => tidb.process.exit === null,
  };
}

async function startMariadb({ folder }: Workshop, credentials: Credentials): Promise<OwnDownstream> {
  const found = await detectMariadb();
  if (!found.usable) throw new EnvironmentError(`downstream: ${found.problem}; ${found.remedy}`);
  const { binaries, version } = found;
  const template = await dataTemplate(binaries, version, folder);
  const server = await Server.create('downstream', 1, { folder, binaries, template, credentials });
  await server.link.rows(`SET GLOBAL max_connections = ${MAX_CONNECTIONS}`);
  return {
    end: { name: 'downstream', link: server.link, newLink: (database) => server.newLink(database) },
    host: '127.0.0.1',
    port: server.port,
    credentials,
    programs: [],
    logs: [{ name: 'downstream', log: server.log }],
    versions: { mariadb: version },
    isAlive: () => server.isAlive,
  };
}
