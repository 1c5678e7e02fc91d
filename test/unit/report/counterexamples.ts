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
