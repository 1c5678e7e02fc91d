import { expect, it } from 'vitest';
import { readVersion } from '../../../src/conf/packageFolder.js';
import { summaryMarkdown } from '../../../src/report/summaryMarkdown.js';
import { explanation, findingsOf, onReplica } from './counterexamples.js';

const FILES = ['counterexample.json', 'repro.sh'];

it('is a bug report: verdict, versions, sequence, what is wrong, what it takes, and how to see it again', () => {
  const findings = { ...findingsOf(onReplica), explanation };
  expect(summaryMarkdown(findings, FILES).split('\n').slice(0, 46)).toEqual([
    '# failed 1507(dropPartition) on mariadb-replica',
    '',
    '**Verdict**: DROP PARTITION \\#3 was executed twice on replica0, before and after the kill \\#4.',
    '',
    '- Fails 4 of 10 runs.',
    `- cdcheck ${readVersion()}, node ${process.versions.node}, mariadb 10.11.19.`,
    '- Workload smoke; shrunk from 5 commands in 31 runs.',
    '',
    '## Minimal sequence',
    '',
    '```text',
    '1  CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)) PARTITION BY RANGE (id) ' +
      '(PARTITION p0 VALUES LESS THAN (200), PARTITION p1 VALUES LESS THAN MAXVALUE)',
    "2  INSERT INTO t1 (id, data) VALUES (1, 'c2.1')",
    '3  ALTER TABLE t1 DROP PARTITION p0',
    '4  kill -9 capture 0, 12 ms later',
    '5  start capture 0',
    '```',
    '',
    '## Expected and actual',
    '',
    'Expected: once replication has caught up, downstream holds what upstream holds, and upstream holds what its statements make of it.',
    '',
    "Actual: failed 1507: replica0: Error 'Wrong partition name' on query (commands concerned: \\#3)",
    '',
    '## What it takes to fail',
    '',
    '| changed | fails | seen |',
    '| --- | --- | --- |',
    '| unchanged | 4 of 10 runs | the same (4×) |',
    "| without \\#2 INSERT INTO t1 (id, data) VALUES (1, 'c2.1') | 5 of 10 runs | the same (5×) |",
    '| without \\#3 ALTER TABLE t1 DROP PARTITION p0, and so without \\#4 | 0 of 10 runs | nothing wrong |',
    '| no kill | 0 of 10 runs | nothing wrong |',
    '| kill \\#4 after \\#2 | 1 of 10 runs | stuck (1×): downstream stays at 0-1-3 |',
    '| one capture | not tried |  |',
    '',
    'Not all was tried: budget.',
    '',
    '- lostRows: rows 1–3 of t1, written by \\#2 (c2.1)',
    '  - upstream: written into p0 of t1 (\\#2, 0-1-3, 12 ms)',
    '  - downstream: gone by DROP PARTITION (\\#3, 0-1-4, capture 0)',
    '',
    '## See it again',
    '',
    "By the servers' own programs, without cdcheck: `bash repro.sh`",
    '',
    'By cdcheck:',
  ]);
});

it('shows the rows of each anomaly, and how many more there are', () => {
  const rows = Array.from({ length: 12 }, (_, i) => {
    const row = { id: i + 1, data: `c2.${i + 1}`, extra: [7], partition: 'p0' };
    return { id: i + 1, model: row, upstream: row, downstream: null };
  });
  const lost = { kind: 'lostRows', table: 't1', detail: '12 rows lost', rows, commands: [] } as const;
  const lines = summaryMarkdown(findingsOf({ ...onReplica, anomalies: [lost] }), FILES).split('\n');
  const start = lines.indexOf('Actual: lostRows: 12 rows lost');
  expect(lines.slice(start + 2, start + 5)).toEqual([
    '| id | upstream | downstream | model |',
    '| --- | --- | --- | --- |',
    '| 1 | c2.1,7 in p0 | - | c2.1,7 in p0 |',
  ]);
  expect(lines[start + 15]).toBe('… and 2 more rows');
});
