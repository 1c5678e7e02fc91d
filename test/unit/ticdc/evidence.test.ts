import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../src/cluster/ticdc/captureFacts.js';
import { ddlJobs, type DdlJob } from '../../../src/cluster/ticdc/ddlJobs.js';
import { downstreamHistory, upstreamHistory } from '../../../src/cluster/ticdc/histories.js';
import { timeline } from '../../../src/cluster/ticdc/journal.js';
import { rowVersions } from '../../../src/cluster/ticdc/mvcc.js';
import { idChanges, physicalIdOf, physicalIds } from '../../../src/cluster/ticdc/physicalIds.js';
import { rowStories, wrongRows } from '../../../src/cluster/ticdc/rowStory.js';
import { msOf, tsoText } from '../../../src/cluster/ticdc/tso.js';
import { recorded } from './contract.js';

describe('the DDL history of TiDB', () => {
  it('gives each job with its start and finish to the last digit, the oldest first', () => {
    const jobs = ddlJobs(recorded('ddl-history.json'), 'tr3');
    expect(jobs.map(({ id, startTs, finishedTs, isDone }) => [id, startTs, finishedTs, isDone])).toEqual([
      [1082, 470839837978263584n, 470839838070013961n, true],
      [1083, 470839838240407563n, 470839838319050768n, true],
    ]);
    expect(jobs[0]).toMatchObject({
      table: 'n3',
      tableId: 1081,
      query: 'CREATE TABLE IF NOT EXISTS n3 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))',
    });
  });

  it('is read of one database only', () => {
    expect(ddlJobs(recorded('ddl-history.json'), 'cdcheck_1')).toEqual([]);
  });
});

describe('the versions of a row', () => {
  it('are read with commit timestamp and data', () => {
    expect(rowVersions(recorded('mvcc-key.json'))).toEqual([
      { startTs: 470839720118583301n, commitTs: 470839720118583302n, data: 'r2' },
    ]);
  });

  it('are without data where it is in another format or the row is removed', () => {
    const text = recorded('mvcc-key.json');
    expect(rowVersions(text.replace('gAABAAAAAgIAcjI=', 'AAE='))[0]?.data).toBeNull();
    expect(rowVersions(text.replace(/,\s*"short_value": "[^"]*"/, ''))[0]?.data).toBeNull();
  });
});

describe('physical ids', () => {
  const before = physicalIds([
    { t: 't1', p: 'p1', id: 105 },
    { t: 't1', p: null, id: 103 },
    { t: 't1', p: 'p0', id: '104' },
  ]);

  it('are known by table and partition', () => {
    expect(before.map(({ id }) => id)).toEqual([103, 104, 105]);
    expect(physicalIdOf(before, 't1', 'p0')).toBe(104);
    expect(physicalIdOf(before, 't1', null)).toBe(103);
    expect(physicalIdOf(before, 't2', null)).toBeUndefined();
  });

  it('are compared before and after', () => {
    const after = physicalIds([
      { t: 't1', p: null, id: 103 },
      { t: 't1', p: 'p0', id: 110 },
      { t: 't2', p: null, id: 104 },
    ]);
    expect(idChanges(before, after)).toEqual([
      't1 p0: 104 → 110',
      't1 p1: 105 → gone',
      't2 (table): not there → 104',
    ]);
  });
});

/** A timestamp so many ms after the first moment of the sample. */
const START = 470839705451626509n;
const later = (ms: number): bigint => START + (BigInt(ms) << 18n);

function job(query: string, table: string, from: number, to: number): DdlJob {
  return {
    id: 1,
    schema: 'd',
    table,
    tableId: 1,
    query,
    startTs: later(from),
    finishedTs: later(to),
    isDone: true,
  };
}

describe('a wrong row', () => {
  const row = { id: 60, data: 'c7.1', extra: [], partition: 'p0' };
  const truncate = 'ALTER TABLE t1 TRUNCATE PARTITION p0';
  const told = {
    jobs: [job(truncate, 't1', 1000, 2000), job('ALTER TABLE t2 DROP PARTITION p1', 't2', 2100, 2200)],
    ids: [{ table: 't1', partition: 'p0', id: 413 }],
    captures: [
      { dispatchers: [], ddls: [], obstacle: null },
      factsOf(recorded('ticdc-log-sample.txt'), 'cdcheck_a1'),
    ],
  };
  const versions = (ms: number): readonly { startTs: bigint; commitTs: bigint; data: string }[] => [
    { startTs: later(ms - 1), commitTs: later(ms), data: 'c7.1' },
  ];

  it('is told with its commit, the DDLs next to it, and the dispatcher that covers it', () => {
    expect(rowStories([{ table: 't1', row, versions: versions(2300) }], told)).toEqual([
      `t1 60 in p0, 'c7.1', physical id 413: committed ${tsoText(later(2300))}`,
      '    0.30 s after ALTER TABLE t1 TRUNCATE PARTITION p0 finished',
      `    dispatcher on capture 1 from ${tsoText(START)}, 2.30 s before the commit`,
    ]);
  });

  it('is told where it lies before the dispatcher of its physical table, and before the end of a DDL', () => {
    expect(rowStories([{ table: 't1', row, versions: versions(-200) }], told)).toEqual([
      `t1 60 in p0, 'c7.1', physical id 413: committed ${tsoText(later(-200))}`,
      '    2.20 s before ALTER TABLE t1 TRUNCATE PARTITION p0 finished',
      `    dispatcher on capture 1 from ${tsoText(START)}, 0.20 s after the commit: the row lies before it`,
    ]);
  });

  it('is told where nothing is known of it', () => {
    const nothing = { jobs: [], ids: [], captures: [] };
    expect(rowStories([{ table: 't1', row, versions: [] }], nothing)).toEqual([
      "t1 60 in p0, 'c7.1', physical id unknown: no commit is known",
    ]);
  });

  it('is one that downstream lacks or has with other data', () => {
    const table = { columns: [], indexes: [], partitions: null };
    const rows = (...datas: readonly string[]): readonly (typeof row)[] =>
      datas.map((data, i) => ({ ...row, id: i + 1, data }));
    const upstream = { t1: { ...table, rows: rows('a', 'b', 'c') } };
    expect(
      wrongRows(upstream, { t1: { ...table, rows: rows('a', 'x') } }).map(({ row: { id } }) => id),
    ).toEqual([2, 3]);
    expect(wrongRows(upstream, {})).toHaveLength(3);
  });
});

describe('histories', () => {
  const opened = msOf(START);
  const jobs = [job('create table t1 (id int)', 't1', 0, 100), job('DROP TABLE t1', 't1', 400, 500)];

  it('put upstream’s DDLs and commits in the order of their timestamps, on the run’s clock', () => {
    const commits = [
      { table: 't1', id: 1, versions: [{ startTs: later(199), commitTs: later(200), data: 'c2.1' }] },
    ];
    expect(upstreamHistory(jobs, commits, opened).map(({ at, change }) => [at, change.kind])).toEqual([
      [100, 'ddl'],
      [200, 'write'],
      [500, 'ddl'],
    ]);
  });

  it('tell which capture executed a DDL downstream, in upstream’s words', () => {
    const ddl = { at: opened + 900, commitTs: later(500), query: 'DROP TABLE `t1`', ignored: null };
    const captures = [
      { dispatchers: [], ddls: [], obstacle: null },
      { dispatchers: [], ddls: [ddl], obstacle: null },
    ];
    expect(downstreamHistory(jobs, captures, opened)).toEqual([
      {
        position: later(500).toString(),
        at: 900,
        capture: 1,
        change: { kind: 'ddl', statement: 'DROP TABLE t1' },
      },
    ]);
  });

  it('stand on one time axis with what was done to captures', () => {
    const lines = timeline(1000, [
      { at: 1500, text: 'b' },
      { at: 1000.4, text: 'a' },
    ]);
    expect(lines).toBe('       0 ms  a\n     500 ms  b\n');
  });
});
