import { join } from 'node:path';

/** What a cluster of this kind is made of. */
export interface MariadbOptions {
  /** Name of the configuration, for reports. */
  readonly name: string;
  /** What is killed: processes that carry the binlog into `mariadb`, or replicas between the two ends. */
  readonly captures: 'stream' | 'replica';
}

/** Settings that decide what the files of a data folder look like: they are the same whenever it is used. */
export const LAYOUT = [
  '--innodb-data-file-path=ibdata1:5M:autoextend',
  '--innodb-autoextend-increment=1',
  '--innodb-log-file-size=4M',
] as const;

/** A process that runs as root must tell MariaDB that this is meant. */
export function asUser(): readonly string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

/** The name under which binlog files are numbered. */
export const BINLOG = 'binlog';

/** Where one server has its files and listens. */
export interface Place {
  readonly data: string;
  readonly socket: string;
  readonly port: number;
  readonly temporary: string;
}

/**
 * The arguments of one server: row based replication by GTID, durable against the death of the process but not of the
 * machine (what the page cache has, `kill -9` does not take), small, on loopback only. Never with
 * `innodb-flush-log-at-trx-commit=0`: a killed server would lose its last second by that setting alone.
 */
export function serverArguments(id: number, place: Place): readonly string[] {
  return [
    '--no-defaults',
    ...asUser(),
    `--datadir=${place.data}`,
    `--socket=${place.socket}`,
    `--pid-file=${join(place.data, 'mariadbd.pid')}`,
    `--tmpdir=${place.temporary}`,
    '--bind-address=127.0.0.1',
    `--port=${place.port}`,
    '--skip-name-resolve',
    `--server-id=${id}`,
    `--log-bin=${BINLOG}`,
    '--relay-log=relay',
    '--binlog-format=ROW',
    '--max-binlog-size=16M',
    '--gtid-strict-mode=1',
    '--log-slave-updates=1',
    '--sync-binlog=0',
    '--innodb-flush-log-at-trx-commit=2',
    ...LAYOUT,
    '--innodb-temp-data-file-path=ibtmp1:5M:autoextend',
    '--innodb-buffer-pool-size=16M',
    '--innodb-buffer-pool-load-at-startup=OFF',
    '--innodb-buffer-pool-dump-at-shutdown=OFF',
    '--innodb-log-buffer-size=2M',
    '--performance-schema=OFF',
    '--key-buffer-size=64K',
    '--aria-pagecache-buffer-size=1M',
    '--query-cache-size=0',
    '--table-open-cache=400',
    '--max-connections=64',
    '--wait-timeout=31536000',
  ];
}
