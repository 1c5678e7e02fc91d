import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../../src/cluster/cluster.js';
import { openMariadb } from '../../../src/cluster/mariadb/openMariadb.js';
import { freePort, onFreePort } from '../../../src/process/freePort.js';
import { folderPrefix } from '../../../src/process/folderName.js';
import { CREATE, Driver } from './driver.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
  vi.stubEnv('TMPDIR', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the cache of initialised data folders', () => {
  it('is filled once by two clusters that start at the same time', async () => {
    const cache = join(folder, 'cache');
    vi.stubEnv('XDG_CACHE_HOME', cache);
    const options = { name: 'test', captures: 'stream' } as const;
    const clusters = await Promise.all([openMariadb(options), openMariadb(options)]);
    const templates = readdirSync(join(cache, 'cdcheck'));
    expect(templates).toHaveLength(1);
    expect(templates[0]).toMatch(/^mariadb-\d+\.\d+\.\d+-[0-9a-f]{8}$/);
    const sessions = await Promise.all(clusters.map((cluster) => cluster.open('cdcheck_same_name')));
    const arrived = sessions.map(async (session, number) => {
      const driver = new Driver(session);
      await driver.apply(CREATE);
      await driver.insert(number + 1);
      await session.kill(0, 'KILL');
      return driver.arrived();
    });
    expect(await Promise.all(arrived)).toEqual([[1], [2]]);
    await Promise.all(sessions.map((session) => session.close()));
    await Promise.all(clusters.map((cluster) => cluster.close()));
    expect(readdirSync(folder)).toEqual(['cache']);
  });

  it('is filled anew where what is in it is damaged', async () => {
    const cache = join(folder, 'cache');
    vi.stubEnv('XDG_CACHE_HOME', cache);
    await (await openMariadb({ name: 'test', captures: 'stream' })).close();
    const [template = ''] = readdirSync(join(cache, 'cdcheck'));
    const damaged = join(cache, 'cdcheck', template, 'data', 'ibdata1');
    const content = readFileSync(damaged);
    writeFileSync(damaged, content.fill(0, 0, 4096));
    const cluster = await openMariadb({ name: 'test', captures: 'stream' });
    await (await cluster.open('cdcheck_undamaged')).close();
    await cluster.close();
    expect(readdirSync(join(cache, 'cdcheck'))).toEqual([template]);
    expect(readFileSync(damaged).equals(content)).toBe(false);
  });

  it.each(['/dev/null', '/proc/none'])(
    'is not needed: where it would be %s each cluster makes its own',
    async (cache) => {
      vi.stubEnv('XDG_CACHE_HOME', cache);
      const cluster = await openMariadb({ name: 'test', captures: 'stream' });
      await (await cluster.open('cdcheck_uncached')).close();
      await cluster.close();
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe('a port that was taken between choosing and binding', () => {
  it('is given up for another one', async () => {
    const cluster = await openMariadb({ name: 'test', captures: 'stream' });
    const [, downstream] = cluster.servers;
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    const address = squatter.address();
    const taken = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const other = await freePort();
    await downstream?.kill('KILL');
    const ports = [taken, other];
    await onFreePort(
      (port) => downstream?.startOn(port, []) ?? Promise.resolve(),
      () => Promise.resolve(ports.shift() ?? 0),
    );
    expect(downstream?.port).toBe(other);
    expect(await downstream?.link.value('SELECT @@port')).toBe(String(other));
    await new Promise((resolve) => squatter.close(resolve));
    await cluster.close();
  });
});

describe('what cannot work', () => {
  it('is refused where the temporary folder is not there', async () => {
    const missing = join(folder, 'none');
    vi.stubEnv('TMPDIR', missing);
    await expect(openMariadb({ name: 'mariadb', captures: 'stream' })).rejects.toThrow(
      `TMPDIR: no folder can be made in ${missing} (ENOENT); set TMPDIR to one that exists and can be written`,
    );
  });

  it('is refused in one line where there is no mariadbd, and nothing is left', async () => {
    vi.stubEnv('PATH', folder);
    const opening = openMariadb({ name: 'mariadb', captures: 'stream' });
    await expect(opening).rejects.toThrow(UsageError);
    await expect(opening).rejects.toThrow(
      'cluster mariadb: mariadbd is not on the PATH; install it with: apt-get install -y --no-install-recommends mariadb-server',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused where the path of the temporary folder is too long for a socket', async () => {
    const long = join(folder, 'x'.repeat(60));
    vi.stubEnv('TMPDIR', long);
    await expect(openMariadb({ name: 'mariadb', captures: 'stream' })).rejects.toThrow(
      `TMPDIR: ${long} is too long a path for unix sockets; set TMPDIR to a shorter one such as /tmp`,
    );
  });
});

it('removes from the cache what a killed cdcheck did not finish', async () => {
  const cache = join(folder, 'cache', 'cdcheck');
  mkdirSync(join(cache, `${folderPrefix().replace(/-\d+-$/, '-1-')}aaaaaa`), { recursive: true });
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  const cluster = await openMariadb({ name: 'test', captures: 'stream' });
  await cluster.close();
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^mariadb-/)]);
});
