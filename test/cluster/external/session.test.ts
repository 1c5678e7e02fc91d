import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../src/cluster/cluster.js';
import { openCluster } from '../../../src/cluster/openCluster.js';
import { loadCluster } from '../../../src/conf/cluster.js';
import { CREATE, CREATE_PARTITIONED, Driver } from '../mariadb/driver.js';
import { meetInLanes } from '../mariadb/lanes.js';
import { Native, REPLICATION } from './native.js';

let native: Native;
let folder: string;

beforeAll(async () => {
  native = await Native.up();
  folder = mkdtempSync(join(tmpdir(), 'external-'));
  vi.stubEnv(native.variable, native.password);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await native.down();
});

/** Opens a cluster whose file has these lines in place of the usual ones. */
function opened(change: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  return openCluster(loadCluster(native.write(folder, 'native.toml', REPLICATION, change)));
}

async function inSession<T>(
  cluster: Cluster,
  database: string,
  work: (driver: Driver) => Promise<T>,
): Promise<T> {
  const session = await cluster.open(database, 0);
  try {
    return await work(new Driver(session));
  } finally {
    await session.close();
  }
}

/** Databases with names of cdcheck's, on any of the three servers. */
async function databases(): Promise<readonly unknown[]> {
  const all = await Promise.all(
    ([0, 1, 2] as const).map((server) => native.ask(server, "SHOW DATABASES LIKE 'cdcheck%'")),
  );
  return all.flat();
}

/** A row that only downstream has, so that the pipeline stumbles over the same one from upstream. */
async function stray(database: string): Promise<void> {
  await native.ask(2, `SET STATEMENT sql_log_bin = 0 FOR INSERT INTO ${database}.t VALUES (7, 'stray')`);
}

describe('a session on a pipeline of others', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await opened();
  });

  afterAll(async () => {
    await cluster.close();
  });

  it('says what it is', () => {
    expect(cluster).toMatchObject({ captures: 1, deterministic: false });
    expect(cluster.dialect.name).toBe('mariadb');
    expect(Object.keys(cluster.versions)).toEqual(['upstream', 'downstream']);
    expect(
      ['killCapture', 'wait', 'check', 'recoverTable'].map((kind) => cluster.supports(kind as never)),
    ).toEqual([true, true, true, false]);
  });

  it('carries tables, partitions and rows downstream, and shows nothing of its own', async () => {
    await inSession(cluster, 'cdcheck_rows', async (driver) => {
      await driver.apply(
        CREATE_PARTITIONED,
        { kind: 'insert', table: 't', ids: [1, 200, 1000] },
        { kind: 'truncatePartition', table: 't', partitions: ['p1'] },
        { kind: 'insert', table: 't', ids: [201] },
      );
      expect(await driver.sync()).toEqual({ kind: 'synced', position: 'marker row 2' });
      const downstream = await driver.session.snapshot('downstream');
      expect(downstream).toEqual(await driver.session.snapshot('upstream'));
      expect(Object.keys(downstream)).toEqual(['t']);
      expect(downstream['t']?.rows.map(({ id, partition }) => [id, partition])).toEqual([
        [1, 'p0'],
        [201, 'p1'],
        [1000, 'p2'],
      ]);
    });
    expect(await databases()).toEqual([]);
  });

  it('tells the number of an error, and rolls back the whole of a transaction that fails', async () => {
    await inSession(cluster, 'cdcheck_errors', async (driver) => {
      await driver.apply(CREATE);
      expect(await driver.outcome({ kind: 'insertAuto', table: 't', rows: 2 })).toEqual({
        kind: 'ok',
        insertId: 1,
      });
      const statements = [
        { kind: 'insert', table: 't', ids: [3] },
        { kind: 'insert', table: 't', ids: [1] },
      ] as const;
      expect(await driver.outcome({ kind: 'transaction', statements })).toMatchObject({
        kind: 'error',
        errno: 1062,
      });
      expect(await driver.arrived()).toEqual([1, 2]);
    });
  });

  it.each(['KILL', 'TERM'] as const)(
    'carries on after SIG%s and start, and is whole for the next run',
    async (signal) => {
      await inSession(cluster, `cdcheck_${signal}`, async (driver) => {
        await driver.apply(CREATE);
        await driver.insert(1);
        await driver.session.kill(0, signal);
        await driver.insert(2);
        await driver.session.start(0);
        expect(await driver.arrived()).toEqual([1, 2]);
        await driver.session.kill(0, signal);
      });
      expect(await databases()).toEqual([]);
      await inSession(cluster, 'cdcheck_next', async (driver) => {
        await driver.apply(CREATE);
        await driver.insert(1);
        expect(await driver.arrived()).toEqual([1]);
        const [commands] = await driver.session.evidence();
        expect(commands?.text).toBe('');
      });
    },
  );

  it('carries out lanes at once, a kill in one of them, and goes on in sequence afterwards', async () => {
    await inSession(cluster, 'cdcheck_lanes', async (driver) => {
      expect(await meetInLanes(driver)).toEqual(['ok', 'ok', 'ok']);
      await driver.insert(4);
      expect(await driver.arrived()).toEqual([1, 2, 3, 4]);
    });
  });

  it('is stuck, with the cause, while its capture is dead', async () => {
    await inSession(cluster, 'cdcheck_stuck', async (driver) => {
      await driver.session.kill(0, 'KILL');
      expect(await driver.session.sync(100)).toEqual({
        kind: 'stuck',
        target: 'marker row 2',
        reached: 'marker row 1',
        cause: 'capture 0 is not alive',
      });
    });
  });

  it('has failed with the error that the pipeline has stopped with, and is reset for the next run', async () => {
    await inSession(cluster, 'cdcheck_failed', async (driver) => {
      await driver.apply(CREATE);
      await driver.arrived();
      await stray('cdcheck_failed');
      await driver.insert(7);
      const sync = await driver.sync();
      expect(sync).toMatchObject({ kind: 'failed', where: 'pipeline', errno: 1062 });
      expect(sync).toHaveProperty(
        'message',
        expect.stringContaining("Duplicate entry '7' for key 'PRIMARY'"),
      );
      const [, status] = await driver.session.evidence();
      expect(status?.text).toMatch(/^capture 0: alive\nerror: 1062 .*Duplicate entry '7'/);
    });
    expect(await databases()).toEqual([]);
    await inSession(cluster, 'cdcheck_after', async (driver) => {
      await driver.apply(CREATE);
      await driver.insert(7);
      expect(await driver.arrived()).toEqual([7]);
    });
  });

  it('refuses a database that exists on either side, and a name that no run has', async () => {
    await native.ask(0, 'CREATE DATABASE cdcheck_theirs');
    const [upstream = 0] = native.ports;
    await expect(cluster.open('cdcheck_theirs', 0)).rejects.toThrow(
      `database cdcheck_theirs exists already on upstream 127.0.0.1:${upstream}; it is left alone`,
    );
    expect(await native.ask(0, "SHOW DATABASES LIKE 'cdcheck%'")).toHaveLength(1);
    await native.ask(0, 'DROP DATABASE cdcheck_theirs');
    await expect(cluster.open('shop', 0)).rejects.toThrow(
      "database shop: the name of a run's database begins with cdcheck_",
    );
  });
});

describe('a pipeline that an earlier run broke', () => {
  it('makes the runs after it inconclusive where there is no reset command', async () => {
    const cluster = await opened({ reset: '' });
    await inSession(cluster, 'cdcheck_breaks', async (driver) => {
      await driver.apply(CREATE);
      await driver.arrived();
      await stray('cdcheck_breaks');
      await driver.insert(7);
      expect(await driver.sync()).toMatchObject({ kind: 'failed', errno: 1062 });
    });
    await expect(cluster.open('cdcheck_later', 0)).rejects.toThrow(
      /^before the run: the pipeline has failed: 1062 .*Duplicate entry '7'/,
    );
    await cluster.close();
    await native.call('reset');
    expect(await databases()).toEqual([]);
  });

  it('shows as stuck where there is no error command', async () => {
    const cluster = await opened({ error: '' });
    await inSession(cluster, 'cdcheck_silent', async (driver) => {
      await driver.apply(CREATE);
      await driver.arrived();
      await stray('cdcheck_silent');
      await driver.insert(7);
      expect(await driver.session.sync(100)).toEqual({
        kind: 'stuck',
        target: 'marker row 3',
        reached: 'marker row 2',
      });
    });
    await cluster.close();
  });

  it('names a command that fails, and the run is inconclusive', async () => {
    const cluster = await opened({ error: 'error = "echo no such thing; exit 3"', reset: '' });
    await expect(cluster.open('cdcheck_broken', 0)).rejects.toThrow(
      'error: the command failed with exit code 3: no such thing',
    );
    await cluster.close();
    expect(await databases()).toEqual([]);
  });
});
