import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Link } from '../../../src/cluster/link.js';
import type { MariadbCluster } from '../../../src/cluster/mariadb/mariadbCluster.js';
import { openMariadb } from '../../../src/cluster/mariadb/openMariadb.js';
import { atRest } from './atRest.js';
import { CREATE, CREATE_PARTITIONED, Driver } from './driver.js';
import { meetInLanes } from './lanes.js';

describe.each(['stream', 'replica'] as const)('a session, captures = %s', (captures) => {
  let cluster: MariadbCluster;

  beforeAll(async () => {
    cluster = await openMariadb({ name: `test-${captures}`, captures });
  });

  afterAll(async () => {
    await cluster.close();
  });

  /** Pipelines lose nothing wherever they are killed; a replica must be at rest for that. */
  async function killable(): Promise<void> {
    if (captures === 'replica') await atRest(cluster.servers);
  }

  async function inSession<T>(database: string, work: (driver: Driver) => Promise<T>): Promise<T> {
    const session = await cluster.open(database);
    try {
      return await work(new Driver(session));
    } finally {
      await session.close();
    }
  }

  it('says what it is', () => {
    expect(cluster).toMatchObject({ name: `test-${captures}`, captures: 2, deterministic: false });
    expect(cluster.dialect.name).toBe('mariadb');
    expect(cluster.supports('killCapture')).toBe(true);
    expect(cluster.supports('recoverTable')).toBe(false);
  });

  it('carries tables, partitions and rows downstream', async () => {
    await inSession('cdcheck_rows', async (driver) => {
      await driver.apply(
        CREATE_PARTITIONED,
        { kind: 'insert', table: 't', ids: [1, 200, 1000] },
        { kind: 'truncatePartition', table: 't', partitions: ['p1'] },
        { kind: 'update', table: 't', from: 1, to: 1 },
        { kind: 'insert', table: 't', ids: [201] },
      );
      expect(await driver.sync()).toMatchObject({ kind: 'synced' });
      const downstream = await driver.session.snapshot('downstream');
      expect(downstream).toEqual(await driver.session.snapshot('upstream'));
      expect(downstream['t']?.rows).toEqual([
        { id: 1, data: 'c4.1', extra: [], partition: 'p0' },
        { id: 201, data: 'c5.1', extra: [], partition: 'p1' },
        { id: 1000, data: 'c2.3', extra: [], partition: 'p2' },
      ]);
    });
  });

  it('tells the first id that upstream gave, and the number of an error', async () => {
    await inSession('cdcheck_outcomes', async (driver) => {
      await driver.apply(CREATE, { kind: 'insert', table: 't', ids: [5] });
      expect(await driver.outcome({ kind: 'insertAuto', table: 't', rows: 3 })).toEqual({
        kind: 'ok',
        insertId: 6,
      });
      expect(await driver.outcome({ kind: 'insert', table: 't', ids: [9, 5] })).toMatchObject({
        kind: 'error',
        errno: 1062,
      });
      expect(await driver.outcome({ kind: 'dropTable', table: 'u' })).toMatchObject({ errno: 1051 });
      expect(await driver.arrived()).toEqual([5, 6, 7, 8]);
    });
  });

  it('rolls back the whole of a transaction that fails', async () => {
    await inSession('cdcheck_transaction', async (driver) => {
      await driver.apply(CREATE);
      await driver.insert(1);
      const statements = [
        { kind: 'insert', table: 't', ids: [2] },
        { kind: 'insert', table: 't', ids: [1] },
      ] as const;
      expect(await driver.outcome({ kind: 'transaction', statements })).toMatchObject({ errno: 1062 });
      await driver.insert(3);
      expect(await driver.arrived()).toEqual([1, 3]);
    });
  });

  it('carries out lanes at once, a kill in one of them, and goes on in sequence afterwards', async () => {
    await inSession('cdcheck_lanes', async (driver) => {
      expect(await meetInLanes(driver, killable)).toEqual(['ok', 'ok', 'ok']);
      await driver.insert(4);
      expect(await driver.arrived()).toEqual([1, 2, 3, 4]);
    });
  });

  it('leaves no database on any server', async () => {
    await inSession('cdcheck_gone', (driver) => driver.apply(CREATE));
    for (const { link } of cluster.servers) {
      expect(await link.rows("SHOW DATABASES LIKE 'cdcheck%'")).toEqual([]);
    }
  });

  it('refuses a database that exists, and a name that no run has', async () => {
    await cluster.servers[0]?.link.rows('CREATE DATABASE cdcheck_theirs');
    await expect(cluster.open('cdcheck_theirs')).rejects.toThrow(
      'database cdcheck_theirs exists already on upstream; it is left alone',
    );
    await cluster.servers[0]?.link.rows('DROP DATABASE cdcheck_theirs');
    await expect(cluster.open('shop')).rejects.toThrow(
      "database shop: the name of a run's database begins with cdcheck_",
    );
  });

  it.each(['KILL', 'TERM'] as const)('loses no row when either capture dies by SIG%s', async (signal) => {
    await inSession(`cdcheck_${signal}`, async (driver) => {
      const { session } = driver;
      await driver.apply(CREATE);
      await driver.insert(1);
      await killable();
      await session.kill(0, signal);
      await driver.insert(2);
      expect(await driver.arrived()).toEqual([1, 2]);
      await session.start(0);
      await driver.insert(3);
      await killable();
      await session.kill(0, signal);
      await session.start(0);
      await killable();
      await session.kill(1, signal);
      await driver.insert(4);
      expect(await driver.arrived()).toEqual([1, 2, 3, 4]);
      await killable();
      await session.kill(0, signal);
      await driver.insert(5);
      await session.start(1);
      await session.start(0);
      await driver.insert(6);
      expect(await driver.arrived()).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await session.alarms()).toEqual([]);
    });
  });

  it('is stuck, with the cause, where no capture is alive; works on once one is', async () => {
    const session = await cluster.open('cdcheck_stuck');
    const driver = new Driver(session);
    await driver.apply(CREATE);
    await driver.arrived();
    await killable();
    await session.kill(1, 'KILL');
    await killable();
    await session.kill(0, 'KILL');
    await driver.insert(1);
    expect(await session.sync(100)).toMatchObject({ kind: 'stuck', cause: 'no capture is alive' });
    await session.start(1);
    expect(await driver.arrived()).toEqual([1]);
    await session.close();
  });

  it('begins each run with all captures alive', async () => {
    await inSession('cdcheck_before', async ({ session }) => {
      await session.kill(0, 'KILL');
      await session.kill(1, 'KILL');
    });
    await inSession('cdcheck_after', async (driver) => {
      await driver.session.kill(1, 'KILL');
      await driver.apply(CREATE);
      await driver.insert(1);
      expect(await driver.arrived()).toEqual([1]);
    });
  });

  it('gives up what was asked of a server when its connection is closed, instead of waiting for ever', async () => {
    const [server] = cluster.servers;
    if (server === undefined) throw new Error('a cluster has servers');
    const link = server.newLink();
    const asked = link.value('SELECT SLEEP(600)');
    const sleepers = "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'";
    while ((await server.link.value(sleepers)) === '0');
    link.close();
    await expect(asked).rejects.toThrow('upstream: the connection was closed');
    expect(await link.value('SELECT 1')).toBe('1');
    link.close();
  });

  it('removes old binlogs within fifty runs, and carries changes on from the rest', async () => {
    for (const { link } of cluster.servers) {
      await link.rows('FLUSH BINARY LOGS');
      while (!(await needsOnlyItsLastBinlog(link)));
    }
    for (let run = 0; run < 50; run++) await (await cluster.open(`cdcheck_run_${run}`)).close();
    for (const { link } of cluster.servers) expect(await link.rows('SHOW BINARY LOGS')).toHaveLength(1);
    await inSession('cdcheck_purged', async (driver) => {
      await driver.apply(CREATE);
      await killable();
      await driver.session.kill(0, 'KILL');
      await driver.insert(1);
      expect(await driver.arrived()).toEqual([1]);
    });
  });

  it('shows the logs of this run only', async () => {
    const evidence = await inSession('cdcheck_evidence', async (driver) => {
      await driver.apply(CREATE);
      await driver.arrived();
      return driver.session.evidence();
    });
    const names = evidence.map(({ name }) => name);
    expect(names).toEqual(
      captures === 'stream'
        ? ['upstream.log', 'downstream.log', 'capture0.log', 'capture1.log']
        : [
            'upstream.log',
            'downstream.log',
            'replica0.log',
            'replica1.log',
            'downstream-status.txt',
            'replica0-status.txt',
            'replica1-status.txt',
          ],
    );
    expect(evidence.map(({ text }) => text).join('')).not.toContain('Starting MariaDB');
  });
});

/**
 * Whether a crash recovery would read no other binlog than the last one; before that none can be purged. It is so once InnoDB has
 * flushed its log, which it does every second.
 */
async function needsOnlyItsLastBinlog(link: Link): Promise<boolean> {
  const last = await link.value('SHOW MASTER STATUS');
  const events = await link.rows(`SHOW BINLOG EVENTS IN '${last}'`);
  return events.some((event) => event['Event_type'] === 'Binlog_checkpoint' && event['Info'] === last);
}
