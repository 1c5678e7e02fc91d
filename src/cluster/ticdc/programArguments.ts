import { join } from 'node:path';

/** Where one program has its files. */
export interface Files {
  /** Its data. */
  readonly data: string;
  /** Its configuration file. */
  readonly config: string;
  /** A folder for what it makes besides. */
  readonly temporary: string;
  /** Its unix socket. */
  readonly socket: string;
}

/** An address on the loopback interface. */
export function loopback(port: number): string {
  return `127.0.0.1:${port}`;
}

/** PD: one member, which lets TiKV have one replica. The dashboard, which costs memory, is off. */
export function pdArguments(files: Files, client: number, peer: number): readonly string[] {
  return [
    '--name=pd',
    `--data-dir=${files.data}`,
    `--client-urls=http://${loopback(client)}`,
    `--peer-urls=http://${loopback(peer)}`,
    `--config=${files.config}`,
  ];
}

/** PD's configuration file. */
export const PD_CONFIG = `[replication]
max-replicas = 1

[pd-server]
dashboard-address = "none"
`;

/** TiKV: it logs to its standard error. */
export function tikvArguments(files: Files, port: number, status: number, pd: number): readonly string[] {
  return [
    `--addr=${loopback(port)}`,
    `--status-addr=${loopback(status)}`,
    `--pd=${loopback(pd)}`,
    `--data-dir=${files.data}`,
    `--config=${files.config}`,
  ];
}

/**
 * TiKV's configuration file: little memory and disk. Without a lower number of files it refuses to start where a process may not
 * open 82,920 of them.
 */
export const TIKV_CONFIG = `[storage]
reserve-space = "0MB"

[storage.block-cache]
capacity = "64MB"

[rocksdb]
max-open-files = 256

[raftdb]
max-open-files = 256
`;

/** TiDB on TiKV by its PD, or, without a PD, on storage inside its own process. It logs to its standard output. */
export function tidbArguments(
  files: Files,
  port: number,
  status: number,
  pd: number | null,
): readonly string[] {
  return [
    ...(pd === null
      ? ['--store=unistore', `--path=${files.data}`]
      : ['--store=tikv', `--path=${loopback(pd)}`]),
    '--host=127.0.0.1',
    `-P=${port}`,
    '--status-host=127.0.0.1',
    `--status=${status}`,
    `--log-slow-query=${join(files.temporary, 'slow.log')}`,
    `--config=${files.config}`,
  ];
}

/** TiDB's configuration file. By default its socket and its temporary files go to places that all servers of a machine share. */
export function tidbConfig({ temporary, socket }: Files): string {
  return `socket = ${JSON.stringify(socket)}
temp-dir = ${JSON.stringify(temporary)}
tmp-storage-path = ${JSON.stringify(join(temporary, 'storage'))}
split-table = true
`;
}

/** A capture. It logs to its standard output. */
export function cdcArguments(data: string, port: number, pd: number, newarch: boolean): readonly string[] {
  return [
    'server',
    `--addr=${loopback(port)}`,
    `--pd=http://${loopback(pd)}`,
    `--data-dir=${data}`,
    '--log-level=info',
    ...(newarch ? ['--newarch'] : []),
  ];
}
