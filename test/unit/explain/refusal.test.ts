import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { Executed } from '../../../src/cluster/cluster.js';
import { addColumn, create, exchange, normal, partitionBy, rows } from '../../model/make.js';
import { concluded, ddl, write } from './evidence.js';

const CREATE = 'CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))';
const created = ddl('0-1-1', CREATE);
const dropTable: Command = { kind: 'dropTable', table: 't1' };

/** The verdict on a row that downstream refused, as MariaDB words it. */
function verdictOn(
  commands: readonly Command[],
  upstream: readonly Executed[],
  downstream: readonly Executed[],
  errno = 1146,
): string {
  const detail =
    'downstream: Could not execute Write_rows_v1 event on table cdcheck_1.t1; ' +
    `Table 'cdcheck_1.t1' doesn't exist, Error_code: ${errno}; handler error HA_ERR_GENERIC`;
  const anomaly = { kind: 'failed', table: null, errno, detail, rows: [], commands: [] } as const;
  return concluded(commands, { upstream, downstream }, [anomaly]).verdict.sentence;
}

describe('a row that was refused', () => {
  it('came after a DDL that upstream executed later', () => {
    const upstream = [created, write('0-1-2', 't1', 1, 'c2.1'), ddl('0-1-3', 'DROP TABLE t1')];
    const downstream = [created, ddl('0-1-3', 'DROP TABLE t1')];
    expect(verdictOn([normal('t1'), rows('t1', 1), dropTable], upstream, downstream)).toBe(
      'downstream refuses INSERT #2 of t1 with error 1146: it had executed DROP TABLE #3 before, which comes after it upstream',
    );
  });

  it('came before a DDL that upstream executed earlier', () => {
    const added = ddl('0-1-2', 'ALTER TABLE t1 ADD COLUMN x INT NOT NULL DEFAULT 0');
    const upstream = [created, added, write('0-1-3', 't1', 1, 'c3.1')];
    const commands = [normal('t1'), addColumn('t1', 'x'), rows('t1', 1)];
    expect(verdictOn(commands, upstream, [created], 1054)).toBe(
      'downstream refuses INSERT #3 of t1 with error 1054: it had not executed ADD COLUMN #2 yet, which comes before it upstream',
    );
  });

  it('came once more where all that upstream had was executed', () => {
    const upstream = [created, write('0-1-2', 't1', 1, 'c2.1'), ddl('0-1-3', 'DROP TABLE t1')];
    expect(verdictOn([normal('t1'), rows('t1', 1), dropTable], upstream, upstream)).toBe(
      "downstream refuses a change of t1 with error 1146: it had executed all of upstream's, so it came once more, after DROP TABLE #3",
    );
  });

  it('is not named where it could have come early or once more', () => {
    const upstream = [
      created,
      write('0-1-2', 't1', 1, 'c2.1'),
      ddl('0-1-3', 'DROP TABLE t1'),
      ddl('0-1-4', CREATE),
      write('0-1-5', 't1', 2, 'c5.1'),
    ];
    const commands = [normal('t1'), rows('t1', 1), dropTable, normal('t1'), rows('t1', 2)];
    expect(verdictOn(commands, upstream, upstream.slice(0, 3))).toBe(
      'downstream refuses a change of t1 with error 1146: the evidence does not say why',
    );
  });
});

it('a DDL that was refused for the rows that another one put into the wrong table', () => {
  const commands = [
    create('t1', ['p0', 'MAXVALUE']),
    normal('t2'),
    rows('t1', 11),
    exchange('t1', 'p0', 't2'),
    partitionBy('t1', ['p0', 10]),
  ];
  const layout = 'PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN';
  const before = [ddl('0-1-1', `${CREATE} ${layout} MAXVALUE)`), ddl('0-1-2', CREATE.replace('t1', 't2'))];
  const exchanged = ddl('0-1-4', 'ALTER TABLE t1 EXCHANGE PARTITION p0 WITH TABLE t2');
  const upstream = [
    ...before,
    write('0-1-3', 't1', 11, 'c3.1'),
    exchanged,
    ddl('0-1-5', `ALTER TABLE t1 ${layout} (10))`),
  ];
  const downstream = [...before, write('0-1-3', 't2', 11, 'c3.1'), exchanged];
  const detail = `downstream: Error 'Table has no partition for value 11' on query. Query: 'ALTER TABLE t1 ${layout} (10))'`;
  const anomaly = { kind: 'failed', table: null, errno: 1526, detail, rows: [], commands: [] } as const;
  expect(concluded(commands, { upstream, downstream }, [anomaly]).verdict.sentence).toBe(
    'downstream refuses PARTITION BY #5 of t1 with error 1526: ' +
      'INSERT #3 was written into t2 there and into t1 upstream, as if EXCHANGE PARTITION #4 had come before it',
  );
});
