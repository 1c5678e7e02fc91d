import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sync } from '../../../src/cluster/cluster.js';
import { TicdcCluster } from '../../../src/cluster/ticdc/ticdcCluster.js';
import { drop, rows } from '../../model/make.js';
import { CREATE, CREATE_PARTITIONED, Driver } from '../mariadb/driver.js';
import { standIn, type StandIn } from './standInParts.js';

let made: StandIn;
let cluster: TicdcCluster;
let count = 0;

beforeAll(async () => {
  cluster = await TicdcCluster.open({ name: 'test', warningAfter: 300, changefeed: {} }, async () => {
    made = await standIn();
    return made.parts;
  });
});

afterAll(() => cluster.close());

async function opened(): Promise<Driver> {
  return new Driver(await cluster.open(`cdcheck_session_${++count}`));
}

function changefeed(): NonNullable<ReturnType<typeof made.contract.changefeeds.get>> {
  const [found] = made.contract.changefeeds.values();
  if (found === undefined) throw new Error('no changefeed');
  return found;
}

async function databases(): Promise<readonly unknown[]> {
  const { upstream, downstream } = made;
  const sql = "SHOW DATABASES LIKE 'cdcheck%'";
  return [...(await upstream.link.rows(sql)), ...(await downstream.link.rows(sql))];
}

describe('a session', () => {
  it('has a changefeed of its own, from a timestamp before its database, and leaves nothing', async () => {
    const before = made.contract.now;
    const driver = await opened();
    expect([...made.contract.changefeeds.keys()]).toEqual(['cdcheck-session-1']);
    const { startTs, body } = changefeed();
    expect(startTs > before && startTs < made.contract.now).toBe(true);
    expect(body).toContain('"filter":{"rules":["cdcheck_session_1.*"]}');
    await driver.apply(CREATE_PARTITIONED, rows('t', 1, 200), drop('t', 'p1'), rows('t', 5000));
    expect(await driver.arrived()).toEqual([1, 5000]);
    const downstream = await driver.session.snapshot('downstream');
    expect(Object.keys(downstream)).toEqual(['t']);
    expect(downstream).toEqual(await driver.session.snapshot('upstream'));
    await driver.session.close();
    expect(made.contract.changefeeds.size).toBe(0);
    expect(await databases()).toEqual([]);
  });

  it('goes on while captures are killed and started', async () => {
    const driver = await opened();
    await driver.apply(CREATE);
    await driver.session.kill(0, 'KILL');
    await driver.insert(1);
    expect(await driver.arrived()).toEqual([1]);
    await driver.session.start(0);
    await driver.session.kill(1, 'TERM');
    await driver.insert(2);
    expect(await driver.arrived()).toEqual([1, 2]);
    await driver.session.close();
    expect(made.captures.every(({ isAlive }) => isAlive)).toBe(true);
  });

  it('is paused and resumed, and its owner resigns', async () => {
    const driver = await opened();
    const { session } = driver;
    await driver.apply(CREATE);
    await session.control?.({ kind: 'pauseChangefeed' });
    expect(changefeed().state).toBe('stopped');
    await session.control?.({ kind: 'resumeChangefeed' });
    expect(changefeed().state).toBe('normal');
    const [owner, other] = made.contract.line;
    await session.control?.({ kind: 'resignOwner' });
    expect(made.contract.line).toEqual([other, owner]);
    await session.kill(1, 'KILL');
    expect(made.contract.line).toEqual([owner]);
    await driver.insert(1);
    expect(await driver.arrived()).toEqual([1]);
    const [axis] = await session.evidence();
    expect(axis?.text).toMatch(
      /changefeed paused\n.*changefeed resumed\n.*the owner has resigned\n.*capture 1 \(.*, the owner\)/,
    );
    await session.close();
  });

  it('refuses a database that exists on either side', async () => {
    await made.downstream.link.rows('CREATE DATABASE cdcheck_theirs');
    await expect(cluster.open('cdcheck_theirs')).rejects.toThrow(
      'database cdcheck_theirs exists already on downstream; it is left alone',
    );
    await made.downstream.link.rows('DROP DATABASE cdcheck_theirs');
    expect(made.contract.changefeeds.size).toBe(0);
  });

  it('leaves no database where its changefeed cannot be created', async () => {
    made.contract.refusal = { status: 400, body: { error_code: 'CDC:ErrSinkURIInvalid', error_msg: 'no' } };
    await expect(cluster.open('cdcheck_refused')).rejects.toThrow(
      'changefeed cdcheck-refused cannot be created: no (400)',
    );
    made.contract.refusal = null;
    expect(await databases()).toEqual([]);
  });
});

/** Lets the replica that stands in for captures go on, and waits for it: what is dropped downstream must not be needed there. */
async function replicaHasAll(): Promise<void> {
  const { upstream, downstream } = made;
  await downstream.link.rows('START SLAVE');
  const position = await upstream.link.value('SELECT @@gtid_binlog_pos');
  expect(await downstream.link.value(`SELECT MASTER_GTID_WAIT('${position}', 60)`)).toBe('0');
}

describe('catching up', () => {
  async function syncWith(break_: (driver: Driver) => void | Promise<void>, timeout = 60_000): Promise<Sync> {
    const driver = await opened();
    await driver.apply(CREATE_PARTITIONED);
    await driver.arrived();
    await break_(driver);
    await driver.apply(drop('t', 'p2'));
    const sync = await driver.session.sync(timeout);
    changefeed().state = 'normal';
    await replicaHasAll();
    await driver.session.close();
    return sync;
  }

  it('has failed with a warning that stays, and with the command whose statement it names', async () => {
    const message =
      'MySQL txn error: Execute DDL failed, Query info: ALTER TABLE `t` DROP PARTITION `p2`; : Error 1507 (HY000): Error in list of partitions';
    const sync = await syncWith(() => {
      const kept = changefeed();
      const still = made.contract.now;
      kept.checkpoint = () => still;
      kept.state = 'warning';
      kept.error = { code: 'CDC:ErrChangefeedRetryable', message };
    });
    expect(sync).toMatchObject({
      kind: 'failed',
      errno: 1507,
      message: `${message} (statement 'ALTER TABLE t DROP PARTITION p2')`,
    });
  });

  it('goes on after a warning that heals', async () => {
    const sync = await syncWith(() => {
      const kept = changefeed();
      const still = made.contract.now;
      const right = kept.checkpoint;
      let looks = 0;
      kept.state = 'warning';
      kept.error = { code: 'CDC:ErrChangefeedRetryable', message: 'a connection was refused' };
      kept.checkpoint = () => {
        if (++looks < 2) return still;
        kept.state = 'normal';
        kept.error = null;
        return right();
      };
    });
    expect(sync.kind).toBe('synced');
  });

  it('has failed at once where the changefeed has', async () => {
    const sync = await syncWith(() => {
      changefeed().state = 'failed';
      changefeed().error = { code: 'CDC:ErrSnapshotLostByGC', message: 'snapshot lost' };
    });
    expect(sync).toEqual({ kind: 'failed', where: 'changefeed (failed)', message: 'snapshot lost' });
  });

  it('is stuck, and tells what a capture logged last', async () => {
    const sync = await syncWith(() => {
      const still = made.contract.now;
      changefeed().checkpoint = () => still;
      const [id] = made.contract.changefeeds.keys();
      made.captures[1]?.writes(
        `[2026/12/01 07:45:46.743 +00:00] [WARN] [barrier_event.go:564] ["barrier event is not resolved"] [changefeed=${id ?? ''}] [coverage="uncovered tables: 552"]`,
      );
    }, 300);
    expect(sync).toMatchObject({
      kind: 'stuck',
      cause: 'its state is normal; capture 1: barrier event is not resolved: coverage uncovered tables: 552',
    });
  });

  it('is stuck where no capture answers', async () => {
    const sync = await syncWith(async ({ session }) => {
      await session.kill(0, 'KILL');
      await session.kill(1, 'KILL');
    }, 300);
    expect(sync).toMatchObject({ kind: 'stuck' });
    expect(sync).toHaveProperty('cause', expect.stringMatching(/^no capture answers GET .*: none is alive$/));
  });

  it('has failed where the checkpoint is past a row that is not there', async () => {
    const sync = await syncWith(async () => {
      await made.downstream.link.rows('STOP SLAVE');
      changefeed().checkpoint = () => made.contract.now;
    });
    expect(sync).toMatchObject({ kind: 'failed', where: 'changefeed' });
    expect(sync).toHaveProperty(
      'message',
      expect.stringMatching(
        /^its checkpoint \d+ \([\d:.]+\) is past row 2 of its table of marks, which is not downstream$/,
      ),
    );
  });

  it('has failed where a capture has ended by itself', async () => {
    const sync = await syncWith(() => {
      const [first] = made.captures;
      if (first !== undefined) first.ended = 'exit code 2';
    });
    const [first] = made.captures;
    if (first !== undefined) first.ended = null;
    expect(sync).toEqual({
      kind: 'failed',
      where: 'capture',
      message: `ended by itself: ${first?.address ?? ''}: exit code 2`,
    });
  });
});

describe('what is kept of a run', () => {
  it('is on one time axis, with the logs of this run only and without a password', async () => {
    made.captures[0]?.writes('of an earlier run');
    const driver = await opened();
    const [id] = made.contract.changefeeds.keys();
    await driver.apply(CREATE);
    await driver.session.kill(1, 'KILL');
    const at = new Date().toISOString().replace('T', ' ').replace('Z', '').replaceAll('-', '/');
    made.captures[0]?.writes(
      `[${at} +00:00] [INFO] [dispatcher_manager.go:472] ["new dispatcher created"] [changefeedID=default/${id ?? ''}] [tableSpan="tableID: 413, startKey: 74"] [startTs=470839705451626509] [note="only for this test"]`,
    );
    await driver.arrived();
    const evidence = await driver.session.evidence();
    expect(evidence.map(({ name }) => name)).toEqual([
      'timeline.txt',
      'physical-ids.txt',
      'wrong-rows.txt',
      'capture0.log',
      'capture1.log',
      'upstream.log',
    ]);
    const [axis, , , log] = evidence.map(({ text }) => text);
    expect(axis?.split('\n').map((line) => line.replace(/^ *\d+ ms {2}/, ''))).toEqual([
      `SIGKILL has ended capture 1 (${made.captures[1]?.address ?? ''})`,
      'capture 0: dispatcher of table id 413 from 470839705451626509 (07:42:16.934)',
      'catching up: synced',
      '',
    ]);
    expect(log).not.toContain('of an earlier run');
    expect(log).toContain('[note="***"]');
    await driver.session.close();
  });

  it('is raised as an alarm where a capture has crashed', async () => {
    const driver = await opened();
    made.captures[1]?.writes('panic: runtime error: index out of range [3] with length 3');
    expect(await driver.session.alarms()).toEqual([
      'capture 1: panic: runtime error: index out of range [3] with length 3',
    ]);
    await driver.session.close();
  });
});
