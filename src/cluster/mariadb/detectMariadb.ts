import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The programs of a MariaDB installation, by their paths. */
export interface MariadbBinaries {
  readonly server: string;
  readonly client: string;
  readonly binlog: string;
  readonly install: string;
}

/** What there is of MariaDB on this machine; where it cannot be used, what is wrong and what to do, a few words each. */
export type MariadbFound =
  | { readonly usable: true; readonly version: string; readonly binaries: MariadbBinaries }
  | { readonly usable: false; readonly problem: string; readonly remedy: string };

/** `mariadb-binlog --start-position` takes a GTID since 10.8 (MDEV-4989). */
const OLDEST = { major: 10, minor: 8 };

const INSTALL = 'install it with: apt-get install -y --no-install-recommends mariadb-server';

/**
 * Looks for MariaDB on the PATH (by default this process's) and in the `sbin` beside each `bin` of it, where Debian has
 * `mariadbd` and ordinary users' PATH does not look.
 */
export async function detectMariadb(path = process.env['PATH'] ?? ''): Promise<MariadbFound> {
  const server = find(path, 'mariadbd');
  const client = find(path, 'mariadb');
  const binlog = find(path, 'mariadb-binlog');
  const install = find(path, 'mariadb-install-db');
  if (server === null) return missing('mariadbd');
  const version = await versionOf(server);
  if (version === null) {
    return { usable: false, problem: `${server} --version does not name a MariaDB version`, remedy: INSTALL };
  }
  if (isTooOld(version)) return tooOld(server, version);
  if (client === null) return missing('mariadb');
  if (binlog === null) return missing('mariadb-binlog');
  if (install === null) return missing('mariadb-install-db');
  return { usable: true, version, binaries: { server, client, binlog, install } };
}

function missing(program: string): MariadbFound {
  return { usable: false, problem: `${program} is not on the PATH`, remedy: INSTALL };
}

function tooOld(server: string, version: string): MariadbFound {
  return {
    usable: false,
    problem: `${server} is MariaDB ${version}, but cdcheck needs ${OLDEST.major}.${OLDEST.minor} or newer`,
    remedy: "put a newer one first on the PATH: Debian 12's mariadb-server, or https://mariadb.org/download",
  };
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
}

function find(path: string, program: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const beside = folders
    .filter((folder) => /\/bin\/*$/.test(folder))
    .map((folder) => join(dirname(folder), 'sbin'));
  const found = [...folders, ...beside].map((folder) => join(folder, program)).find(isProgram);
  return found ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

async function versionOf(server: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(server, ['--no-defaults', '--version'], { timeout: 10_000 });
    return /Ver (\d+\.\d+\.\d+)-MariaDB/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}
