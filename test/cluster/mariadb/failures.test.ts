import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../../src/cluster/cluster.js';
import type { MariadbCluster } from '../../../src/cluster/mariadb/mariadbCluster.js';
import { openMariadb } from '../../../src/cluster/mariadb/openMariadb.js';
import type { Server } from '../../../src/cluster/mariadb/server.js';
import { CREATE, Driver } from './driver.js';

let cluster: MariadbCluster;

function server(name: string): Server {
  const found = cluster.servers.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no server ${name}`);
  return found;
}

/** Opens a session with an empty `t` on both sides. */
async function begun(database: string): Promise<Driver> {
  const driver = new Driver(await cluster.open(database));
  await driver.apply(CREATE);
  await driver.arrived();
  return driver;
}

/** Ends a session that broke the cluster, and shows that the next one runs on new servers. */
async function isReplaced(driver: Driver): Promise<void> {
  const before = cluster.servers.map(({ pid }) => pid);
  await driver.session.close();
  expect(cluster.servers).toEqual([]);
  const next = await begun('cdcheck_next');
  await next.insert(1);
  expect(await next.arrived()).toEqual([1]);
  await next.session.close();
  expect(cluster.servers.some(({ pid }) => before.includes(pid))).toBe(false);
}

/** A row that only this server has, as if it had been written there by mistake. */
async function insertOnlyAt(name: string, database: string): Promise<void> {
  const { link } = server(name);
  await link.rows('SET sql_log_bin = 0');
  await link.rows(`INSERT INTO ${database}.t VALUES (7, 'stray')`);
}

describe('captures = stream', () => {
  beforeAll(async () => {
    cluster = await openMariadb({ name: 'test-stream', captures: 'stream' });
  });

  afterAll(async () => {
    await cluster.close();
  });

  it('has failed with the error of the capture that ended by itself', async () => {
    const driver = await begun('cdcheck_duplicate');
    await insertOnlyAt('downstream', 'cdcheck_duplicate');
    await driver.insert(7);
    expect(await driver.sync()).toEqual({
      kind: 'failed',
      where: 'capture 0',
      errno: 1062,
      message: "Duplicate entry '7' for key 'PRIMARY'",
    });
    await isReplaced(driver);
  });

  it('goes on failing for as long as the session is open', async () => {
    const driver = await begun('cdcheck_dropped');
    await server('downstream').link.rows('SET sql_log_bin = 0');
    await server('downstream').link.rows('DROP TABLE cdcheck_dropped.t');
    await driver.insert(7);
    const failed = { kind: 'failed', where: 'capture 0', errno: 1146 };
    expect(await driver.sync()).toMatchObject(failed);
    await driver.session.kill(1, 'KILL');
    await driver.session.start(1);
    expect(await driver.sync()).toMatchObject(failed);
    await isReplaced(driver);
  });

  it('tells of a crash by the report in the log', async () => {
    const driver = await begun('cdcheck_crash');
    process.kill(server('downstream').pid, 'SIGSEGV');
    expect(await server('downstream').endsWithin(60_000)).toBe(true);
    await driver.insert(1);
    await expect(driver.sync()).rejects.toThrow(EnvironmentError);
    const alarms = await driver.session.alarms();
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toMatch(/^downstream: \d+ .*\[ERROR\] \S*(mysqld|mariadbd) got signal 11 ;$/);
    await isReplaced(driver);
  });

  it('does not know what became of a command when upstream dies, and goes no further', async () => {
    const driver = await begun('cdcheck_upstream_dies');
    await server('upstream').kill('KILL');
    expect(await driver.outcome({ kind: 'insert', table: 't', ids: [1] })).toMatchObject({ kind: 'unknown' });
    await expect(driver.sync()).rejects.toThrow(/^(upstream|capture)/);
    expect(await driver.session.alarms()).toEqual([]);
    await isReplaced(driver);
  });

  it('is inconclusive when downstream dies without a crash report', async () => {
    const driver = await begun('cdcheck_downstream_dies');
    await server('downstream').kill('KILL');
    await expect(driver.sync()).rejects.toThrow(EnvironmentError);
    await expect(driver.session.snapshot('downstream')).rejects.toThrow(EnvironmentError);
    await isReplaced(driver);
  });
});

describe('between two runs', () => {
  it('is replaced where a capture ended by itself', async () => {
    cluster = await openMariadb({ name: 'test-between', captures: 'stream' });
    const before = server('upstream').pid;
    await server('downstream').link.rows('CREATE DATABASE cdcheck_stray');
    await server('upstream').link.rows('CREATE DATABASE cdcheck_stray');
    while ((await server('downstream').link.value("SELECT IS_USED_LOCK('cdcheck owner')")) !== '');
    const driver = await begun('cdcheck_healthy');
    expect(server('upstream').pid).not.toBe(before);
    await driver.session.close();
    await cluster.close();
  });
});

describe('captures = replica', () => {
  beforeAll(async () => {
    cluster = await openMariadb({ name: 'test-replica', captures: 'replica' });
  });

  afterAll(async () => {
    await cluster.close();
  });

  it.each(['downstream', 'replica0', 'replica1'])('has failed where %s has stopped', async (where) => {
    const driver = await begun(`cdcheck_${where}`);
    await insertOnlyAt(where, `cdcheck_${where}`);
    await driver.insert(7);
    const sync = await driver.sync();
    expect(sync).toMatchObject({ kind: 'failed', where, errno: 1062 });
    expect(sync).toHaveProperty('message', expect.stringContaining("Duplicate entry '7' for key 'PRIMARY'"));
    await isReplaced(driver);
  });

  it('has failed where downstream asks for what no binlog has', async () => {
    const driver = await begun('cdcheck_position');
    const { link } = server('downstream');
    await link.rows('STOP SLAVE');
    await link.rows("SET GLOBAL gtid_slave_pos = '0-1-999999'");
    await link.rows('START SLAVE');
    while ((await link.rows('SHOW ALL SLAVES STATUS'))[0]?.['Last_IO_Errno'] === 0);
    await driver.insert(1);
    expect(await driver.sync()).toMatchObject({ kind: 'failed', where: 'downstream', errno: 1236 });
    await isReplaced(driver);
  });

  it('gives a replica that is behind downstream the time to catch up before it takes over', async () => {
    const driver = await begun('cdcheck_behind');
    const { link } = server('replica1');
    await link.rows('STOP SLAVE');
    await driver.insert(1);
    const target = await server('upstream').link.value('SELECT @@gtid_binlog_pos');
    expect(await server('downstream').link.value(`SELECT MASTER_GTID_WAIT('${target}')`)).toBe('0');
    await driver.session.kill(0, 'KILL');
    await driver.insert(2);
    expect(await driver.session.sync(200)).toMatchObject({ kind: 'stuck' });
    await link.rows('START SLAVE');
    expect(await driver.arrived()).toEqual([1, 2]);
    await driver.session.close();
  });
});
