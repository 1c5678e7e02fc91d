import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import {
  add,
  addColumn,
  addIndex,
  create,
  drop,
  exchange,
  normal,
  reorganize,
  rows,
  truncate,
} from '../../model/make.js';
import { plainly } from '../../planted/onEmbedded.js';

const kill = (capture: number): Command => ({ kind: 'killCapture', capture, signal: 'KILL', delay: 0 });
const start = (capture: number): Command => ({ kind: 'startCapture', capture, delay: 0 });
const caughtUp: Command = { kind: 'wait', ms: 2000 };
const truncateTable: Command = { kind: 'truncateTable', table: 't' };

/** Sequences from public reports, the fault that models each, and what is then seen: kind of anomaly, table, rows. */
const sequences: readonly {
  readonly report: string;
  readonly commands: readonly Command[];
  readonly fault: string;
  readonly seen: readonly (readonly [kind: string, table: string | null, ids: readonly number[]])[];
}[] = [
  {
    report: 'ticdc 1192: rows lost around partition DDL and a restart',
    commands: [
      create('t', ['p0', 200], ['p1', 1000], ['p2', 'MAXVALUE']),
      rows('t', 1),
      truncate('t', 'p0'),
      rows('t', 2),
      kill(1),
      drop('t', 'p2'),
      add('t', ['p2', 'MAXVALUE']),
      rows('t', 5000),
    ],
    fault: 'resume-too-late',
    seen: [['lostRows', 't', [2]]],
  },
  {
    report: 'tiflow 7682: rows written after RECOVER TABLE',
    commands: [
      normal('t'),
      rows('t', 1),
      { kind: 'dropTable', table: 't' },
      { kind: 'recoverTable', table: 't' },
      rows('t', 2),
      caughtUp,
      { kind: 'pauseChangefeed' },
      { kind: 'resumeChangefeed' },
    ],
    fault: 'recover-unwatched',
    seen: [['lostRows', 't', [2]]],
  },
  {
    report: 'tiflow 6927: rows written after TRUNCATE TABLE, the owner changes',
    commands: [normal('t'), rows('t', 1), truncateTable, rows('t', 2), { kind: 'resignOwner' }],
    fault: 'truncate-then-insert',
    seen: [['lostRows', 't', [2]]],
  },
  {
    report: 'tiflow 11458: EXCHANGE PARTITION executed, then the capture dies',
    commands: [
      create('t', ['p0', 10]),
      normal('n'),
      rows('t', 1),
      rows('n', 2),
      exchange('t', 'p0', 'n'),
      kill(0),
    ],
    fault: 'ddl-twice-exchange',
    seen: [
      ['wrongTable', 'n', [1]],
      ['wrongTable', 't', [2]],
    ],
  },
  {
    report: 'tiflow 8662: REORGANIZE PARTITION executed, then the capture dies',
    commands: [
      create('t', ['p0', 10], ['p1', 20]),
      rows('t', 1, 11),
      reorganize('t', ['p0', 'p1'], ['p01', 20]),
      kill(0),
    ],
    fault: 'ddl-twice-drop',
    seen: [['failed', null, []]],
  },
  {
    report: 'tiflow 12382: REMOVE PARTITIONING executed, then the capture dies',
    commands: [
      create('t', ['p0', 10], ['p1', 20]),
      rows('t', 1, 11),
      { kind: 'removePartitioning', table: 't' },
      kill(0),
      start(0),
    ],
    fault: 'ddl-twice-drop',
    seen: [['failed', null, []]],
  },
  {
    report: 'ticdc 3443: a row written after ADD COLUMN, ADD INDEX, TRUNCATE TABLE',
    commands: [normal('t'), addColumn('t', 'x'), addIndex('t', 'i_x', 'x'), truncateTable, rows('t', 1)],
    fault: 'truncate-then-insert',
    seen: [['lostRows', 't', [1]]],
  },
  {
    report: 'ticdc 2767: captures killed while rows are written, twice',
    commands: [
      normal('t'),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => rows('t', id)),
      kill(1),
      start(1),
      caughtUp,
      ...[11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((id) => rows('t', id)),
      kill(1),
      start(1),
    ],
    fault: 'resume-too-late',
    seen: [['lostRows', 't', [6, 7, 8, 9, 10, 16, 17, 18, 19, 20]]],
  },
];

describe.each(sequences)('$report', ({ commands, fault, seen }) => {
  it('passes on the healthy cluster', async () => {
    await expect(plainly(commands, [])).resolves.toEqual({ kind: 'passed' });
  });

  it(`fails with ${fault}`, async () => {
    const verdict = await plainly(commands, [fault]);
    const anomalies = verdict.kind === 'failed' ? verdict.anomalies : [];
    expect(anomalies.map(({ kind, table, rows: each }) => [kind, table, each.map(({ id }) => id)])).toEqual(
      seen,
    );
  });
});
