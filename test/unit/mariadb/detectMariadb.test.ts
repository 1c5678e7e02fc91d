import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { detectMariadb } from '../../../src/cluster/mariadb/detectMariadb.js';

const root = mkdtempSync(join(tmpdir(), 'detect-'));

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const CLIENTS = ['mariadb', 'mariadb-binlog', 'mariadb-install-db'];
const REMEDY = 'install it with: apt-get install -y --no-install-recommends mariadb-server';

/** A folder of programs that all print `output`. */
function programs(folder: string, names: readonly string[], output: string): string {
  const path = join(root, folder);
  mkdirSync(path, { recursive: true });
  for (const name of names) {
    writeFileSync(join(path, name), `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
  }
  return path;
}

function version(number: string): string {
  return `mariadbd  Ver ${number}-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)`;
}

describe('detectMariadb', () => {
  it('finds a version that can be used, with all its programs', async () => {
    const path = programs('new', ['mariadbd', ...CLIENTS], version('10.8.3'));
    expect(await detectMariadb(path)).toEqual({
      usable: true,
      version: '10.8.3',
      binaries: {
        server: join(path, 'mariadbd'),
        client: join(path, 'mariadb'),
        binlog: join(path, 'mariadb-binlog'),
        install: join(path, 'mariadb-install-db'),
      },
    });
  });

  it('looks for the server in the sbin beside a bin of the PATH', async () => {
    const server = programs('usr/sbin', ['mariadbd'], version('11.4.2'));
    const path = programs('usr/bin', CLIENTS, '');
    expect(await detectMariadb(path)).toMatchObject({
      usable: true,
      version: '11.4.2',
      binaries: { server: join(server, 'mariadbd') },
    });
  });

  it('says how to install it where there is none', async () => {
    expect(await detectMariadb(join(root, 'empty'))).toEqual({
      usable: false,
      problem: 'mariadbd is not on the PATH',
      remedy: REMEDY,
    });
  });

  it.each(CLIENTS)('names the program that is missing: %s', async (absent) => {
    const others = CLIENTS.filter((name) => name !== absent);
    const path = programs(`without-${absent}`, ['mariadbd', ...others], version('10.11.19'));
    expect(await detectMariadb(path)).toEqual({
      usable: false,
      problem: `${absent} is not on the PATH`,
      remedy: REMEDY,
    });
  });

  it.each(['10.7.8', '10.5.23', '5.5.68'])('refuses %s, which is too old', async (number) => {
    const path = programs(`old-${number}`, ['mariadbd', ...CLIENTS], version(number));
    expect(await detectMariadb(path)).toEqual({
      usable: false,
      problem: `${path}/mariadbd is MariaDB ${number}, but cdcheck needs 10.8 or newer`,
      remedy:
        "put a newer one first on the PATH: Debian 12's mariadb-server, or https://mariadb.org/download",
    });
  });

  it('refuses what does not say its version', async () => {
    const path = programs('strange', ['mariadbd', ...CLIENTS], 'hello');
    expect(await detectMariadb(path)).toEqual({
      usable: false,
      problem: `${path}/mariadbd --version does not name a MariaDB version`,
      remedy: REMEDY,
    });
  });
});
