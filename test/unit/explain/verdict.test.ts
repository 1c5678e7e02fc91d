import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { create, exchange, normal, rows, truncate } from '../../model/make.js';
import { concluded, ddl, remove, write, wrong } from './evidence.js';

const kill: Command = { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 10 };
const CREATE_T1 =
  'CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)';
const CREATE_T2 = 'CREATE TABLE t2 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))';
const EXCHANGE = 'ALTER TABLE t1 EXCHANGE PARTITION p0 WITH TABLE t2';
const TRUNCATE = 'ALTER TABLE t1 TRUNCATE PARTITION p0';
const t1 = create('t1', ['p0', 10], ['p1', 'MAXVALUE']);

describe('rows in the wrong table', () => {
  const commands = [t1, normal('t2'), rows('t1', 1, 2, 3), exchange('t1', 'p0', 't2'), kill];
  const upstream = [
    ddl('0-1-1', CREATE_T1),
    ddl('0-1-2', CREATE_T2),
    write('0-1-3', 't1', 1, 'c3.1'),
    write('0-1-3', 't1', 2, 'c3.2'),
    write('0-1-3', 't1', 3, 'c3.3'),
    ddl('0-1-4', EXCHANGE),
  ];
  const anomaly = wrong('wrongTable', 't2', 'in t1 downstream', 'upstream', {
    1: 'c3.1',
    2: 'c3.2',
    3: 'c3.3',
  });

  it('are there by an EXCHANGE that was executed twice', () => {
    const histories = { upstream, downstream: [...upstream, ddl('0-1-4', EXCHANGE)] };
    const { verdict, stories } = concluded(commands, histories, [anomaly]);
    expect(verdict.sentence).toBe(
      'rows 1–3 of t2 are in t1 downstream: EXCHANGE PARTITION #4 was executed twice there, before and after the kill #5 of capture 0',
    );
    expect(verdict).toMatchObject({ table: 't2', commands: [4, 5] });
    const at = { at: null, capture: null };
    expect(stories).toEqual([
      {
        anomaly: 'wrongTable',
        table: 't2',
        from: 1,
        to: 3,
        count: 3,
        writer: { command: 3, token: 'c3.1' },
        upstream: [
          { command: 3, position: '0-1-3', at: 30, capture: null, text: 'written into p0 of t1 as c3.1' },
          { command: 4, position: '0-1-4', at: 40, capture: null, text: 'moved from p0 of t1 to t2' },
        ],
        downstream: [
          { command: 3, position: '0-1-3', ...at, text: 'written into p0 of t1 as c3.1' },
          { command: 4, position: '0-1-4', ...at, text: 'moved from p0 of t1 to t2' },
          { command: 4, position: '0-1-4', ...at, text: 'moved from t2 to p0 of t1' },
        ],
        ddl: 4,
        kill: 5,
        divergence: { kind: 'executedTwice', command: 4, against: null, position: '0-1-4', ...at },
      },
    ]);
  });

  it('are there by an EXCHANGE that was never executed', () => {
    const { verdict } = concluded(commands, { upstream, downstream: upstream.slice(0, -1) }, [anomaly]);
    expect(verdict.sentence).toBe(
      'rows 1–3 of t2 are in t1 downstream: EXCHANGE PARTITION #4 was never executed there',
    );
  });

  it('are told of without a cause where downstream executed the same, or the cluster does not tell', () => {
    const same = concluded(commands, { upstream, downstream: upstream }, [anomaly]);
    expect(same.verdict.sentence).toBe(
      'rows 1–3 of t2 are in t1 downstream: what was executed there does not say how',
    );
    const silent = concluded(commands, {}, [anomaly]);
    expect(silent.verdict).toEqual({
      sentence: 'rows 1–3 of t2 are in t1 downstream: the cluster does not tell what was executed there',
      table: 't2',
      commands: [],
      divergence: null,
    });
    expect(silent.stories[0]?.upstream.map(({ text }) => text)).toEqual([
      'written into p0 of t1 as c3.1',
      'moved from p0 of t1 to t2',
    ]);
  });
});

describe('lost rows', () => {
  const commands = [t1, rows('t1', 1), truncate('t1', 'p0'), rows('t1', 2, 4), kill];
  const upstream = [
    ddl('0-1-1', CREATE_T1),
    write('0-1-2', 't1', 1, 'c2.1'),
    ddl('0-1-3', TRUNCATE),
    write('0-1-4', 't1', 2, 'c4.1'),
    write('0-1-4', 't1', 4, 'c4.2'),
  ];
  const anomaly = wrong('lostRows', 't1', 'lost downstream', 'upstream', { 2: 'c4.1', 4: 'c4.2' });

  it('were written in the wrong order', () => {
    const [first, second, third, ...last] = upstream;
    const downstream = [first, second, ...last, third].filter((each) => each !== undefined);
    const { verdict, stories } = concluded(commands, { upstream, downstream }, [anomaly]);
    expect(verdict.sentence).toBe(
      'rows 2 and 4 of t1 are lost downstream: INSERT #4 was written there before TRUNCATE PARTITION #3, which comes before it upstream',
    );
    expect(stories.map(({ from, to }) => [from, to])).toEqual([
      [2, 2],
      [4, 4],
    ]);
  });

  it('do not happen without the kill, in so many runs that it can be said', () => {
    const downstream = upstream.slice(0, 3);
    const needed = [{ number: 5, pruned: [], tally: { runs: 12, failed: 0, ways: [] } }];
    const said = concluded(commands, { upstream, downstream }, [anomaly], needed, 12);
    expect(said.verdict.sentence).toBe(
      'rows 2 and 4 of t1 are lost downstream: INSERT #4 was never written there; ' +
        'without the kill #5 of capture 0 it does not happen (0 of 12 runs)',
    );
    const unsaid = concluded(commands, { upstream, downstream }, [anomaly], needed, 13);
    expect(unsaid.verdict.sentence).toBe(
      'rows 2 and 4 of t1 are lost downstream: INSERT #4 was never written there',
    );
  });
});

it('rows downstream only were never removed', () => {
  const commands = [t1, rows('t1', 1), { kind: 'delete', table: 't1', from: 1, to: 1 } as const];
  const upstream = [ddl('0-1-1', CREATE_T1), write('0-1-2', 't1', 1, 'c2.1'), remove('0-1-3', 't1', 1)];
  const anomaly = wrong('extraRows', 't1', 'downstream only', 'downstream', { 1: 'c2.1' });
  const { verdict } = concluded(commands, { upstream, downstream: upstream.slice(0, 2) }, [anomaly]);
  expect(verdict.sentence).toBe('row 1 of t1 is downstream only: DELETE #3 was never carried out there');
});

describe('a server that stopped', () => {
  const commands = [t1, rows('t1', 1), truncate('t1', 'p0'), kill];
  const upstream = [ddl('0-1-1', CREATE_T1), write('0-1-2', 't1', 1, 'c2.1'), ddl('0-1-3', TRUNCATE)];
  const failed = (errno: number, message: string) =>
    ({ kind: 'failed', table: null, errno, detail: `replica0: ${message}`, rows: [], commands: [] }) as const;

  it('had recorded the change, and met its GTID again', () => {
    const anomaly = failed(
      1950,
      'An attempt was made to binlog GTID 0-1-1 which would create an out-of-order sequence number with existing GTID 0-1-1, and gtid strict mode is enabled',
    );
    const histories = { upstream, downstream: upstream, replica0: upstream.slice(0, 1), replica1: upstream };
    expect(concluded(commands, histories, [anomaly]).verdict).toMatchObject({
      sentence:
        'replica0 refuses CREATE TABLE #1 of t1 with error 1950: it had executed it already, before the kill #4 of capture 0',
      table: 't1',
      commands: [1, 4],
    });
  });

  it('had begun a change without recording it', () => {
    const anomaly = failed(
      1050,
      `Error 'Table 't1' already exists' on query. Default database: 'cdcheck_1'. Query: '${CREATE_T1}'`,
    );
    const histories = { upstream, downstream: [], replica0: [] };
    expect(concluded(commands, histories, [anomaly]).verdict.sentence).toBe(
      'replica0 refuses CREATE TABLE #1 of t1 with error 1050: it had executed it, at least in part, before the kill #4 of capture 0, and not recorded that',
    );
  });

  it('stopped at the change after its last for reasons that nothing tells', () => {
    const anomaly = failed(1032, "Can't find record in 't1'");
    const histories = { upstream, downstream: upstream, replica0: upstream.slice(0, 1) };
    expect(concluded(commands, histories, [anomaly]).verdict.sentence).toBe(
      'replica0 refuses INSERT #2 of t1 with error 1032: the evidence does not say why',
    );
  });
});

it('is about the first anomaly whose cause the evidence tells', () => {
  const commands = [normal('t2'), rows('t2', 1)];
  const upstream = [ddl('0-1-1', CREATE_T2), write('0-1-2', 't2', 1, 'c2.1')];
  const alarm = {
    kind: 'logAlarm',
    table: null,
    detail: 'replica0: got signal 11',
    rows: [],
    commands: [],
  } as const;
  const lost = wrong('lostRows', 't2', 'lost downstream', 'upstream', { 1: 'c2.1' });
  const { verdict } = concluded(commands, { upstream, downstream: upstream.slice(0, 1) }, [alarm, lost]);
  expect(verdict.sentence).toBe(
    'row 1 of t2 is lost downstream: INSERT #2 was never written there (and 1 more anomaly)',
  );
});
