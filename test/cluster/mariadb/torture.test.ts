import { expect, it } from 'vitest';
import { openMariadb } from '../../../src/cluster/mariadb/openMariadb.js';
import { serverError, type Link } from '../../../src/cluster/link.js';
import { CREATE_PARTITIONED, Driver } from './driver.js';

const ROUNDS = 3;
const LOOPS = 12;
const DATABASE = 'cdcheck_torture';

/** Partition DDL that can be repeated; each kind runs while rows are inserted. */
const DDL = [
  'ALTER TABLE t TRUNCATE PARTITION p0',
  'ALTER TABLE t DROP PARTITION p2',
  'ALTER TABLE t ADD PARTITION (PARTITION p2 VALUES LESS THAN MAXVALUE)',
  'ALTER TABLE t REORGANIZE PARTITION p0 INTO (PARTITION p00 VALUES LESS THAN (100), PARTITION p01 VALUES LESS THAN (200))',
  'ALTER TABLE t REORGANIZE PARTITION p00, p01 INTO (PARTITION p0 VALUES LESS THAN (200))',
] as const;

/** Inserts rows of its own one by one until it is stopped; how many there were. */
async function insertUntil(stopped: () => boolean, link: Link, writer: number): Promise<number> {
  let inserted = 0;
  for (let n = 0; !stopped(); n++) {
    try {
      await link.send(`INSERT INTO t VALUES (${1 + writer + 3 * n}, 'w${writer}.${n}')`);
      inserted += 1;
    } catch (error) {
      // p2 is not there at this moment.
      if (serverError(error)?.errno !== 1526) throw error;
    }
  }
  return inserted;
}

it('loses nothing while rows, partition DDL and kills of captures overlap', async () => {
  const cluster = await openMariadb({ name: 'torture', captures: 'stream' });
  const driver = new Driver(await cluster.open(DATABASE));
  const { session } = driver;
  const writers = [0, 1, 2].map((writer) => ({ writer, link: cluster.servers[0]?.newLink(DATABASE) }));
  for (let round = 0; round < ROUNDS; round++) {
    await driver.apply(CREATE_PARTITIONED);
    let isOver = false;
    const inserting = writers.map(({ writer, link }) =>
      link === undefined ? Promise.resolve(0) : insertUntil(() => isOver, link, writer),
    );
    const ddl = cluster.servers[0]?.newLink(DATABASE);
    for (let loop = 0; loop < LOOPS; loop++) {
      for (const statement of DDL) await ddl?.send(statement);
      await session.kill(loop % 2, loop % 3 === 0 ? 'TERM' : 'KILL');
      await session.start(loop % 2);
    }
    isOver = true;
    for (const inserted of await Promise.all(inserting)) expect(inserted).toBeGreaterThan(LOOPS);
    ddl?.close();
    expect(await driver.sync()).toMatchObject({ kind: 'synced' });
    const upstream = await session.snapshot('upstream');
    expect(await session.snapshot('downstream')).toEqual(upstream);
    expect(upstream['t']?.rows.length).toBeGreaterThan(0);
    await driver.apply({ kind: 'dropTable', table: 't' });
  }
  expect(await session.alarms()).toEqual([]);
  for (const { link } of writers) link?.close();
  await session.close();
  await cluster.close();
});
