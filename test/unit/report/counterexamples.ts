import type { Explanation, Way } from '../../../src/explain/explanation.js';
import type { Findings } from '../../../src/report/findings.js';
import { mariadb } from '../../../src/sql/mariadb.js';
import type { Counterexample } from '../../../src/report/counterexample.js';

const partitions = [
  { name: 'p0', lessThan: 200 },
  { name: 'p1', lessThan: 'MAXVALUE' },
] as const;

/** A counterexample as the embedded cluster gives one: a row lost after TRUNCATE and a kill. */
export const lostRow: Counterexample = {
  format: 'cdcheck counterexample',
  version: 2,
  sequence: {
    commands: [
      { kind: 'createTable', table: 't1', partitions },
      { kind: 'truncateTable', table: 't1' },
      { kind: 'insertAuto', table: 't1', rows: 2 },
      { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 12 },
    ],
    schedule: 0,
  },
  signature: { lostRows: ['insertAuto'] },
  anomalies: [
    {
      kind: 'lostRows',
      table: 't1',
      detail: '1 row of t1 lost downstream',
      rows: [
        {
          id: 1,
          model: { id: 1, data: 'c3.1', extra: [], partition: 'p0' },
          upstream: { id: 1, data: 'c3.1', extra: [], partition: 'p0' },
          downstream: null,
        },
      ],
      commands: [3],
    },
  ],
  reproduction: { failed: 4, runs: 10 },
  found: {
    seed: 77,
    path: '12',
    sequence: {
      commands: [
        { kind: 'createTable', table: 't1', partitions },
        { kind: 'wait', ms: 1 },
        { kind: 'truncateTable', table: 't1' },
        { kind: 'insertAuto', table: 't1', rows: 2 },
        { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 12 },
      ],
      schedule: 5,
    },
    reproduction: { failed: 3, runs: 7 },
  },
  shrinking: {
    runs: 31,
    steps: [
      { commands: 4, signature: { lostRows: ['insertAuto'] }, reproduction: { failed: 1, runs: 2 }, runs: 9 },
    ],
    complete: true,
  },
  cluster: {
    conf: {
      kind: 'embedded',
      name: 'embedded',
      faults: ['truncate-then-insert'],
      probability: 0.5,
      stuckAfter: 120,
      tries: 1,
      workers: 1,
    },
    versions: { cdcheck: '0.1.0' },
    captures: 2,
  },
  workload: 'smoke',
};

/** What a folder is made of, with nothing but the counterexample known. */
export function findingsOf(counterexample: Counterexample): Findings {
  return { counterexample, explanation: null, dialect: mariadb, trace: [], evidence: [] };
}

/** A counterexample as MariaDB gives one: a replica that is killed executes DROP PARTITION a second time. */
export const onReplica: Counterexample = {
  ...lostRow,
  sequence: {
    commands: [
      { kind: 'createTable', table: 't1', partitions },
      { kind: 'insert', table: 't1', ids: [1] },
      { kind: 'dropPartition', table: 't1', partitions: ['p0'] },
      { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 12 },
      { kind: 'startCapture', capture: 0, delay: 0 },
    ],
    schedule: 0,
  },
  signature: { 'failed 1507': ['dropPartition'] },
  anomalies: [
    {
      kind: 'failed',
      table: null,
      detail: "replica0: Error 'Wrong partition name' on query",
      rows: [],
      commands: [3],
      errno: 1507,
    },
  ],
  cluster: {
    conf: {
      kind: 'mariadb',
      name: 'mariadb-replica',
      captures: 'replica',
      stuckAfter: 60,
      tries: 20,
      workers: 1,
    },
    versions: { mariadb: '10.11.19' },
    captures: 2,
  },
};

const divergence = {
  kind: 'executedTwice',
  command: 3,
  against: null,
  capture: 0,
  position: '0-1-4',
  at: 30,
} as const;

const same = (runs: number): Way => ({
  signature: 'failed 1507(dropPartition)',
  detail: '',
  isSame: true,
  runs,
});

const nothing = { runs: 10, failed: 0, ways: [] };

/** An explanation of `onReplica`, with something of everything. */
export const explanation: Explanation = {
  cluster: 'mariadb-replica',
  verdict: {
    sentence: 'DROP PARTITION #3 was executed twice on replica0, before and after the kill #4.',
    table: 't1',
    commands: [3],
    divergence,
  },
  unchanged: { runs: 10, failed: 4, ways: [same(4)] },
  needed: [
    { number: 2, pruned: [], tally: { runs: 10, failed: 5, ways: [same(5)] } },
    { number: 3, pruned: [4], tally: nothing },
  ],
  failover: [
    { change: { kind: 'noKill' }, label: 'no kill', sequence: onReplica.sequence, tally: nothing },
    {
      change: { kind: 'killMoved', number: 4, after: 2 },
      label: 'kill #4 after #2',
      sequence: onReplica.sequence,
      tally: {
        runs: 10,
        failed: 1,
        ways: [{ signature: 'stuck', detail: 'downstream stays at 0-1-3', isSame: false, runs: 1 }],
      },
    },
    {
      change: { kind: 'oneCapture', capture: 0 },
      label: 'one capture',
      sequence: onReplica.sequence,
      tally: { runs: 0, failed: 0, ways: [] },
    },
  ],
  rows: [
    {
      anomaly: 'lostRows',
      table: 't1',
      from: 1,
      to: 3,
      count: 3,
      writer: { command: 2, token: 'c2.1' },
      upstream: [{ command: 2, position: '0-1-3', at: 12, capture: null, text: 'written into p0 of t1' }],
      downstream: [{ command: 3, position: '0-1-4', at: null, capture: 0, text: 'gone by DROP PARTITION' }],
      ddl: 3,
      kill: 4,
      divergence,
    },
  ],
  histories: [],
  ended: 'budget',
};
