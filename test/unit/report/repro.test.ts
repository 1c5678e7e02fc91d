import { expect, it } from 'vitest';
import type { Counterexample } from '../../../src/report/counterexample.js';
import { reproScript } from '../../../src/report/repro/reproScript.js';
import type { CommandEntry, Trace } from '../../../src/run/trace.js';
import { mariadb } from '../../../src/sql/mariadb.js';
import { lostRow, onReplica } from './counterexamples.js';

/** The lines of one function of a counterexample's script. */
function lines(name: string, counterexample: Counterexample, trace: Trace = []): readonly string[] {
  const text = reproScript(counterexample, mariadb, trace)?.split('\n') ?? [];
  const start = text.indexOf(`${name}() {`) + 1;
  return text.slice(start, text.indexOf('}', start)).map((line) => line.trim());
}

it('holds the commands, one a line, and a check at the end', () => {
  expect(lines('commands', onReplica)).toEqual([
    'sql 1 "CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)) PARTITION BY RANGE (id) ' +
      '(PARTITION p0 VALUES LESS THAN (200), PARTITION p1 VALUES LESS THAN MAXVALUE)"',
    `sql 2 "INSERT INTO t1 (id, data) VALUES (1, 'c2.1')"`,
    'sql 3 "ALTER TABLE t1 DROP PARTITION p0"',
    'kill_capture 0 KILL 12',
    'start_capture 0 0',
    'check last',
  ]);
});

it('waits for the failure that was found: its error, or a difference in its tables', () => {
  expect(lines('shows', onReplica)).toEqual(['[[ $seen == "failed 1507 "* ]]']);
  const differing = { ...onReplica, anomalies: [...onReplica.anomalies, ...lostRow.anomalies] };
  expect(lines('shows', differing)).toEqual([
    '[[ $seen == "failed 1507 "* ]] || ' +
      String.raw`{ [[ $seen == differs:* ]] && grep -qP '^[<>] \w+\t(t1)\b' <<<"$seen"; }`,
  ]);
});

it('rolls back a transaction that failed, and quotes names as the shell wants them', () => {
  const commands = [
    { kind: 'transaction', statements: [{ kind: 'update', table: 'order', from: 1, to: 1 }] },
    { kind: 'wait', ms: 3 },
    { kind: 'check' },
  ] as const;
  const [command] = commands;
  const outcome = { kind: 'error', errno: 1146, message: '' } as const;
  const entry: CommandEntry = { type: 'command', number: 1, command, start: 0, end: 1, outcome };
  const check = { number: 3, start: 2, end: 3, model: {}, upstream: {}, downstream: {} };
  const synced = { kind: 'synced', position: '' } as const;
  const trace: Trace = [entry, { type: 'check', sync: synced, ...check }];
  expect(lines('commands', { ...onReplica, sequence: { commands, schedule: 0 } }, trace)).toEqual([
    String.raw`sql 1 "BEGIN" "UPDATE \`order\` SET data = 'c1.1' WHERE id = 1" "ROLLBACK"`,
    'pause 3',
    'check last',
  ]);
});

it('runs the lanes of a block at once, each from its offset on', () => {
  const sequence = {
    commands: [
      { kind: 'createTable', table: 't1', partitions: null },
      {
        kind: 'concurrently',
        lanes: [
          {
            offset: 0,
            commands: [
              { kind: 'insert', table: 't1', ids: [1] },
              { kind: 'truncateTable', table: 't1' },
            ],
          },
          { offset: 7, commands: [{ kind: 'killCapture', capture: 1, signal: 'TERM', delay: 2 }] },
        ],
      },
      { kind: 'insert', table: 't1', ids: [2] },
    ],
    schedule: 0,
  } as const;
  const failing = { ...onReplica, sequence };
  expect(lines('lane_2_1', failing)).toEqual([
    `sql 2 "INSERT INTO t1 (id, data) VALUES (1, 'c2.1')"`,
    'sql 3 "TRUNCATE TABLE t1"',
  ]);
  expect(lines('lane_2_2', failing)).toEqual(['kill_capture 1 TERM 2']);
  expect(lines('commands', failing).slice(1)).toEqual([
    'at_once 0 lane_2_1 7 lane_2_2',
    `sql 5 "INSERT INTO t1 (id, data) VALUES (2, 'c5.1')"`,
    'check last',
  ]);
});

it('is not there for what no script can tell', () => {
  expect(reproScript(lostRow, mariadb, [])).toBeNull();
  const backwards = { kind: 'checkpointBackwards', table: null, detail: '', rows: [], commands: [] } as const;
  expect(reproScript({ ...onReplica, anomalies: [backwards] }, mariadb, [])).toBeNull();
});
