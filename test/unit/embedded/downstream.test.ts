import { describe, expect, it } from 'vitest';
import type { Ddl } from '../../../model/part.js';
import { Downstream } from '../../../src/cluster/embedded/downstream.js';
import { executeDdl } from '../../../src/cluster/embedded/downstreamDdl.js';

const table = 't';
const partitions = [
  { name: 'p0', lessThan: 10 },
  { name: 'p1', lessThan: 'MAXVALUE' },
] as const;

/** A downstream with `t` (p0 < 10 with row 1, p1 with row 11) and `n` without partitions (row 20). */
function filled(): Downstream {
  const downstream = new Downstream();
  executeDdl(downstream, { kind: 'createTable', table, partitions });
  executeDdl(downstream, { kind: 'createTable', table: 'n', partitions: null });
  for (const [name, ids] of [['t', [1, 11]] as const, ['n', [20]] as const]) {
    const changes = ids.map((id) => ({ id, row: { id, data: `c1.${id}`, extra: [] } }));
    const version = {
      from: 0,
      table: name,
      partition: null,
      place: 0,
      columns: [],
      command: 'createTable',
    } as const;
    downstream.write({ kind: 'rows', ts: 1, identity: 0, changes, isSplit: false }, version);
  }
  return downstream;
}

const places = (downstream: Downstream, name: string): readonly string[] | undefined =>
  downstream.snapshot()[name]?.rows.map(({ id, partition }) => `${partition ?? '-'}:${id}`);

describe('the downstream database', () => {
  const refused: readonly (readonly [number, Ddl])[] = [
    [1050, { kind: 'createTable', table, partitions: null }],
    [1050, { kind: 'renameTable', table, to: 'n' }],
    [1051, { kind: 'dropTable', table: 'gone' }],
    [1146, { kind: 'truncateTable', table: 'gone' }],
    [1105, { kind: 'recoverTable', table: 'gone' }],
    [1505, { kind: 'removePartitioning', table: 'n' }],
    [1507, { kind: 'dropPartition', table, partitions: ['p9'] }],
    [1508, { kind: 'dropPartition', table, partitions: ['p0', 'p1'] }],
    [1735, { kind: 'truncatePartition', table, partitions: ['p9'] }],
    [1567, { kind: 'reorganizePartition', table, partitions: ['p9'], into: partitions }],
    [1517, { kind: 'addPartition', table, partitions: [{ name: 'p0', lessThan: 30 }] }],
    [1481, { kind: 'addPartition', table, partitions: [{ name: 'p2', lessThan: 30 }] }],
    [1526, { kind: 'partitionBy', table, partitions: [{ name: 'p0', lessThan: 5 }] }],
    [1737, { kind: 'exchangePartition', table, partition: 'p0', with: 'n' }],
    [1091, { kind: 'dropColumn', table, column: 'x' }],
  ];

  it.each(refused)('refuses with %d and stays as it was: %j', (errno, ddl) => {
    const downstream = filled();
    expect(executeDdl(downstream, ddl)?.errno).toBe(errno);
    expect(downstream.snapshot()).toEqual(filled().snapshot());
  });

  it('moves rows with their partitions', () => {
    const downstream = filled();
    expect(
      executeDdl(downstream, { kind: 'exchangePartition', table, partition: 'p1', with: 'n' }),
    ).toBeNull();
    expect([places(downstream, 't'), places(downstream, 'n')]).toEqual([['p0:1', 'p1:20'], ['-:11']]);
    expect(executeDdl(downstream, { kind: 'dropPartition', table, partitions: ['p0'] })).toBeNull();
    expect(places(downstream, 't')).toEqual(['p1:20']);
  });

  it('brings a dropped table back once', () => {
    const downstream = filled();
    executeDdl(downstream, { kind: 'dropTable', table });
    expect(executeDdl(downstream, { kind: 'recoverTable', table })).toBeNull();
    expect(places(downstream, 't')).toEqual(['p0:1', 'p1:11']);
    executeDdl(downstream, { kind: 'renameTable', table, to: 'u' });
    expect(executeDdl(downstream, { kind: 'recoverTable', table })?.errno).toBe(1050);
  });
});
