import { expect, it } from 'vitest';
import { summaryOf } from '../../../src/report/summary.js';
import { findingsOf, lostRow } from './counterexamples.js';

it('tells in a few lines what fails, how, how often, and how to see it again', () => {
  expect(summaryOf(findingsOf(lostRow), 'out/lostRows-1/counterexample.json').split('\n')).toEqual([
    'Counterexample on embedded (cdcheck 0.1.0), workload smoke:',
    '',
    '  1  CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)) ' +
      'PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (200), PARTITION p1 VALUES LESS THAN MAXVALUE)',
    '  2  TRUNCATE TABLE t1',
    "  3  INSERT INTO t1 (data) VALUES ('c3.1'), ('c3.2')",
    '  4  kill -9 capture 0, 12 ms later',
    '',
    'lostRows: 1 row of t1 lost downstream (commands concerned: #3)',
    '    id  upstream    downstream  model',
    '    1   c3.1 in p0  -           c3.1 in p0',
    '',
    '4 commands, shrunk from 5 in 31 runs; fails 4 of 10 runs',
    'the report:       out/lostRows-1/report.html; to paste: summary.md beside it',
    'replay it:        npx cdcheck replay out/lostRows-1/counterexample.json',
    'find it again:    CDCHECK_CLUSTER=embedded CDCHECK_FAULTS=truncate-then-insert CDCHECK_WORKLOAD=smoke ' +
      'CDCHECK_SEED=77 CDCHECK_PATH=12 npx vitest run --project property',
  ]);
});

it('says that shrinking did not come to its end', () => {
  const stopped = { ...lostRow, shrinking: { runs: 3, steps: [], complete: false } };
  expect(summaryOf(findingsOf(stopped), 'f')).toContain(
    '4 commands, shrunk from 5 in 3 runs; fails 4 of 10 runs\n' +
      'shrinking was stopped before its end; go on with: npx cdcheck shrink f\n',
  );
});

it('says of a failure that never came again that it was kept unshrunk', () => {
  const never = {
    ...lostRow,
    shrinking: { runs: 0, steps: [], complete: false },
    reproduction: { failed: 0, runs: 30 },
  };
  expect(summaryOf(findingsOf(never), 'f')).toContain(
    '4 commands, not shrunk: it failed once, and then in 0 of 30 runs\n',
  );
});

it('has 22 lines at the most, however long the sequence and whatever is wrong', () => {
  const commands = Array.from({ length: 200 }, () => ({ kind: 'wait', ms: 1 }) as const);
  const [anomaly] = lostRow.anomalies;
  const long = {
    ...lostRow,
    sequence: { commands: [...lostRow.sequence.commands, ...commands], schedule: 0 },
    anomalies: Array.from({ length: 20 }, () => anomaly).filter((each) => each !== undefined),
    shrinking: { runs: 3, steps: [], complete: false },
  };
  const lines = summaryOf(findingsOf(long), 'f').split('\n');
  expect(lines.length).toBe(21);
  expect(lines).toContain('  … and 198 more lines in summary.md');
  expect(lines).toContain('… and 56 more lines in summary.md');
});

it('quotes what a shell would not read as one word in the lines that are there to be copied', () => {
  const { cluster } = lostRow;
  const spaced = {
    ...lostRow,
    cluster: { ...cluster, conf: { ...cluster.conf, name: './my clusters/one.toml' } },
    workload: "./it's.toml",
    shrinking: { runs: 3, steps: [], complete: false },
  };
  const lines = summaryOf(findingsOf(spaced), 'my out/lostRows-1/counterexample.json').split('\n');
  expect(lines.filter((line) => line.includes('npx '))).toEqual([
    "shrinking was stopped before its end; go on with: npx cdcheck shrink 'my out/lostRows-1/counterexample.json'",
    "replay it:        npx cdcheck replay 'my out/lostRows-1/counterexample.json'",
    "find it again:    CDCHECK_CLUSTER='./my clusters/one.toml' CDCHECK_FAULTS=truncate-then-insert " +
      "CDCHECK_WORKLOAD='./it'\\''s.toml' CDCHECK_SEED=77 CDCHECK_PATH=12 npx vitest run --project property",
  ]);
});
