import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { Executed, ServerHistory } from '../../../src/cluster/cluster.js';
import type { MariadbCluster } from '../../../src/cluster/mariadb/mariadbCluster.js';
import { openMariadb } from '../../../src/cluster/mariadb/openMariadb.js';
import { CREATE_PARTITIONED, Driver } from '../mariadb/driver.js';

const commands: readonly Command[] = [
  CREATE_PARTITIONED,
  { kind: 'insert', table: 't', ids: [1, 300] },
  { kind: 'truncatePartition', table: 't', partitions: ['p1'] },
  { kind: 'update', table: 't', from: 1, to: 1 },
  { kind: 'delete', table: 't', from: 1, to: 1 },
];

const changes = [
  {
    kind: 'ddl',
    statement:
      'CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)) PARTITION BY RANGE (id) ' +
      '(PARTITION p0 VALUES LESS THAN (200), PARTITION p1 VALUES LESS THAN (1000), PARTITION p2 VALUES LESS THAN MAXVALUE)',
  },
  { kind: 'write', table: 't', id: 1, data: 'c2.1' },
  { kind: 'write', table: 't', id: 300, data: 'c2.2' },
  { kind: 'ddl', statement: 'ALTER TABLE t TRUNCATE PARTITION p1' },
  { kind: 'write', table: 't', id: 1, data: 'c4.1' },
  { kind: 'remove', table: 't', id: 1 },
];

describe.each(['stream', 'replica'] as const)('the histories of a session, captures = %s', (captures) => {
  let cluster: MariadbCluster;

  beforeAll(async () => {
    cluster = await openMariadb({ name: `test-${captures}`, captures });
  });

  afterAll(async () => {
    await cluster.close();
  });

  async function inSession<T>(database: string, work: (driver: Driver) => Promise<T>): Promise<T> {
    const session = await cluster.open(database);
    try {
      return await work(new Driver(session));
    } finally {
      await session.close();
    }
  }

  async function historiesOf({ session }: Driver): Promise<readonly ServerHistory[]> {
    return (await session.histories?.()) ?? [];
  }

  it("are what each server's binlog tells of this run alone, at the same GTIDs", async () => {
    await inSession('cdcheck_before', (driver) => driver.apply(...commands));
    const histories = await inSession('cdcheck_told', async (driver) => {
      await driver.apply(...commands);
      await driver.sync();
      return historiesOf(driver);
    });
    const replicas = captures === 'replica' ? ['replica0', 'replica1'] : [];
    expect(histories.map(({ server }) => server)).toEqual(['upstream', 'downstream', ...replicas]);
    const positions = histories[0]?.executed.map(({ position }) => position) ?? [];
    expect(new Set(positions).size).toBe(5);
    for (const { executed } of histories) {
      expect(executed.map(({ change }) => change)).toEqual(changes);
      expect(executed.map(({ position }) => position)).toEqual(positions);
    }
  });

  it('go on through a kill, and tell which capture brought what where captures are no servers', async () => {
    const downstream = await inSession('cdcheck_killed', async (driver) => {
      await driver.apply(CREATE_PARTITIONED, { kind: 'insert', table: 't', ids: [1] });
      await driver.sync();
      await driver.session.kill(0, 'KILL');
      await driver.apply({ kind: 'insert', table: 't', ids: [2] });
      await driver.session.start(0);
      await driver.sync();
      return (await historiesOf(driver)).find(({ server }) => server === 'downstream')?.executed ?? [];
    });
    const told = ({ change, capture }: Executed): unknown => [
      change.kind === 'ddl' ? 'ddl' : change.id,
      capture,
    ];
    const [first, second] = captures === 'stream' ? [0, 1] : [null, null];
    expect(downstream.map(told)).toEqual([
      ['ddl', first],
      [1, first],
      [2, second],
    ]);
  });
});
