import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { RowSeen, Snapshot, TableSeen } from '../../../model/snapshot.js';
import { compare } from '../../../src/check/compare.js';
import type { Applied } from '../../../src/check/provenance.js';

const partitions = [
  { name: 'p0', lessThan: 10 },
  { name: 'p1', lessThan: 'MAXVALUE' },
] as const;

const commands: readonly Command[] = [
  { kind: 'createTable', table: 'p', partitions },
  { kind: 'createTable', table: 'n', partitions: null },
  { kind: 'insert', table: 'p', ids: [1, 11] },
  { kind: 'insert', table: 'n', ids: [2] },
  { kind: 'exchangePartition', table: 'p', partition: 'p0', with: 'n' },
];
const applied = commands.map((command, place): Applied => ({ number: place + 1, command }));
const history = { applied, captures: 2 };

function row(id: number, data: string, partition: string | null): RowSeen {
  return { id, data, extra: [], partition };
}

function partitioned(...rows: RowSeen[]): TableSeen {
  return { columns: [], indexes: [], partitions, rows };
}

function normal(...rows: RowSeen[]): TableSeen {
  return { columns: [], indexes: [], partitions: null, rows };
}

const right: Snapshot = {
  p: partitioned(row(2, 'c4.1', 'p0'), row(11, 'c3.2', 'p1')),
  n: normal(row(1, 'c3.1', null)),
};

function anomaliesOf(downstream: Snapshot): readonly unknown[] {
  return compare({ model: right, upstream: right, downstream }, history).map(
    ({ kind, table, detail, commands: places, rows }) => [
      kind,
      table,
      detail,
      places,
      rows.map(({ id }) => id),
    ],
  );
}

describe('compare', () => {
  it('finds nothing where all sides are the same', () => {
    expect(anomaliesOf(right)).toEqual([]);
  });

  it('names a lost row, who wrote it and who moved it', () => {
    expect(anomaliesOf({ ...right, n: normal() })).toEqual([
      ['lostRows', 'n', '1 row of n lost downstream', [3, 5], [1]],
    ]);
  });

  it('names rows that are downstream only, second copies included', () => {
    const twice = partitioned(row(2, 'c4.1', 'p0'), row(2, 'c4.1', 'p1'), row(11, 'c3.2', 'p1'));
    expect(anomaliesOf({ ...right, p: twice })).toEqual([
      ['extraRows', 'p', '1 row of p downstream only', [4, 5], [2]],
    ]);
  });

  it('calls rows that two tables have swapped wrongTable, not lost and extra', () => {
    const swapped = {
      p: partitioned(row(1, 'c3.1', 'p0'), row(11, 'c3.2', 'p1')),
      n: normal(row(2, 'c4.1', null)),
    };
    expect(anomaliesOf(swapped)).toEqual([
      ['wrongTable', 'n', '1 row of n in p downstream', [3, 5], [1]],
      ['wrongTable', 'p', '1 row of p in n downstream', [4, 5], [2]],
    ]);
  });

  it('tells other values and another partition apart', () => {
    const p = partitioned(row(2, 'c3.1', 'p0'), row(11, 'c3.2', 'p0'));
    expect(anomaliesOf({ ...right, p }).map((anomaly) => (anomaly as unknown[]).slice(0, 3))).toEqual([
      ['wrongRows', 'p', '1 row of p with other values downstream'],
      ['wrongPartition', 'p', '1 row of p in another partition downstream'],
    ]);
  });

  it('names missing and extra tables', () => {
    const { p } = right;
    const downstream: Snapshot = p === undefined ? {} : { p, x: normal() };
    expect(anomaliesOf(downstream)).toEqual([
      ['missingTable', 'n', 'n is missing downstream', [2], []],
      ['extraTable', 'x', 'x exists downstream only', [], []],
    ]);
  });

  it('shows both definitions where they differ, and then does not count partitions of rows', () => {
    const p = {
      ...normal(row(2, 'c4.1', null), row(11, 'c3.2', null)),
      columns: [{ name: 'x', default: 0 }],
    };
    expect(anomaliesOf({ ...right, p })).toEqual([
      [
        'schemaDiffers',
        'p',
        'downstream is (id, data, x=0 | no index | no partitions), ' +
          'upstream is (id, data | no index | p0<10, p1<MAXVALUE)',
        [1],
        [],
      ],
    ]);
  });

  it('reports upstream alone where upstream is not what the model says', () => {
    const upstream = { ...right, n: normal() };
    const anomalies = compare({ model: right, upstream, downstream: right }, history);
    expect(anomalies.map(({ kind, table, detail }) => [kind, table, detail])).toEqual([
      ['upstreamWrong', 'n', '1 row of n upstream not as the model says'],
    ]);
  });

  it('shows a row on all sides', () => {
    const [anomaly] = compare(
      { model: right, upstream: right, downstream: { ...right, n: normal() } },
      history,
    );
    const lost = row(1, 'c3.1', null);
    expect(anomaly?.rows).toEqual([{ id: 1, model: lost, upstream: lost, downstream: null }]);
  });
});
