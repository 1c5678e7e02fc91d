import { describe, expect, it } from 'vitest';
import { readSnapshot } from '../../../src/sql/readSnapshot.js';
import { withUpstream, type Upstream } from './upstream.js';

const DATABASE = 'cdcheck_snapshot';

describe('readSnapshot', () => {
  let upstream: Upstream;
  const snapshotAfter = async (...statements: readonly string[]): ReturnType<typeof readSnapshot> => {
    const { connection } = upstream;
    for (const sql of [
      `DROP DATABASE IF EXISTS ${DATABASE}`,
      `CREATE DATABASE ${DATABASE}`,
      `USE ${DATABASE}`,
    ]) {
      await connection.query(sql);
    }
    for (const sql of statements) await connection.query(sql);
    return readSnapshot(connection, DATABASE);
  };
  withUpstream((opened) => {
    upstream = opened;
  });

  it('reads an empty database', async () => {
    expect(await snapshotAfter()).toEqual({});
  });

  it('reads rows by id with the partition that holds each, and the values of extra columns', async () => {
    const snapshot = await snapshotAfter(
      'CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (200), PARTITION `select` VALUES LESS THAN MAXVALUE)',
      "INSERT INTO t1 VALUES (300, 'c1.1'), (5, NULL)",
      'ALTER TABLE t1 ADD COLUMN x INT NOT NULL DEFAULT 2',
      'CREATE TABLE `order` (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))',
      "INSERT INTO `order` VALUES (1, 'ä')",
    );
    expect(snapshot).toEqual({
      t1: {
        columns: [{ name: 'x', default: 2 }],
        indexes: [],
        partitions: [
          { name: 'p0', lessThan: 200 },
          { name: 'select', lessThan: 'MAXVALUE' },
        ],
        rows: [
          { id: 5, data: null, extra: [2], partition: 'p0' },
          { id: 300, data: 'c1.1', extra: [2], partition: 'select' },
        ],
      },
      order: {
        columns: [],
        indexes: [],
        partitions: null,
        rows: [{ id: 1, data: 'ä', extra: [], partition: null }],
      },
    });
  });

  it('shows rows of one id twice, where the key is gone', async () => {
    const { t1 } = await snapshotAfter(
      'CREATE TABLE t1 (id INT, data VARCHAR(255))',
      "INSERT INTO t1 VALUES (1, 'c1.1'), (1, 'c1.1'), (NULL, 'c1.2')",
    );
    expect(t1?.rows.map(({ id, data }) => `${id} ${data}`)).toEqual(['0 c1.2', '1 c1.1', '1 c1.1']);
    expect(t1?.unexpected).toEqual([
      'lacks `id` int NOT NULL AUTO_INCREMENT',
      'lacks PRIMARY KEY (`id`)',
      '`id` int DEFAULT NULL',
    ]);
  });

  it('shows a table without data, of another type, with other partitions', async () => {
    const snapshot = await snapshotAfter(
      'CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY)',
      'INSERT INTO a VALUES (1)',
      'CREATE TABLE b (id INT AUTO_INCREMENT PRIMARY KEY, data INT, x INT)',
      'INSERT INTO b VALUES (1, 7, NULL)',
      'CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)) PARTITION BY HASH (id) PARTITIONS 2',
      "INSERT INTO c VALUES (1, 'c1.1')",
    );
    const bare = { columns: [], indexes: [], partitions: null };
    expect(snapshot['a']).toEqual({
      ...bare,
      rows: [{ id: 1, data: null, extra: [], partition: null }],
      unexpected: ['lacks `data` varchar(255) DEFAULT NULL'],
    });
    expect(snapshot['b']).toEqual({
      ...bare,
      rows: [{ id: 1, data: '7', extra: [], partition: null }],
      unexpected: [
        'lacks `data` varchar(255) DEFAULT NULL',
        '`data` int DEFAULT NULL',
        '`x` int DEFAULT NULL',
      ],
    });
    expect(snapshot['c']?.rows).toEqual([{ id: 1, data: 'c1.1', extra: [], partition: null }]);
    expect(snapshot['c']?.unexpected?.[0]).toContain('PARTITION BY HASH (`id`)');
  });

  it('tells of a view that cannot be read, and of the tables beside it', async () => {
    const snapshot = await snapshotAfter(
      'CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))',
      'CREATE TABLE t2 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))',
      'CREATE VIEW v1 AS SELECT id FROM t2',
      'DROP TABLE t2',
    );
    expect(snapshot['t1']).toEqual({ columns: [], indexes: [], partitions: null, rows: [] });
    expect(snapshot['v1']?.unexpected).toHaveLength(1);
  });
});
