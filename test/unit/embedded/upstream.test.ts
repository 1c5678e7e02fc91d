import { expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { CommitLog, TRIGGER } from '../../../src/cluster/embedded/commitLog.js';
import { Planted } from '../../../src/cluster/embedded/faults.js';
import { Upstream } from '../../../src/cluster/embedded/upstream.js';
import { create, exchange, normal, reorganize, rows, truncate } from '../../model/make.js';

/** The ids that each DDL touched, made and ended, in the order of the commit log. */
function idsOf(commands: readonly Command[]): readonly string[] {
  const log = new CommitLog();
  const upstream = new Upstream(log, new Planted([], 1, 0));
  for (const [place, command] of commands.entries()) {
    expect(upstream.commit({ number: place + 1, command }, 10 * place, 0).outcome.kind).toBe('ok');
  }
  return log
    .stream(TRIGGER)
    .flatMap((event) => (event.kind === 'ddl' ? [event] : []))
    .map(({ touched, added, dropped }) => `${touched.join()} +${added.join()} -${dropped.join()}`);
}

it('gives a table one id, and each partition one of its own', () => {
  expect(idsOf([normal('n'), create('t', ['p0', 10], ['p1', 20])])).toEqual([' +1 -', ' +3,4 -']);
});

it('makes a new id for a truncated partition and for what REORGANIZE makes, and keeps the others', () => {
  const commands = [
    create('t', ['p0', 10], ['p1', 20]),
    truncate('t', 'p1'),
    reorganize('t', ['p0'], ['a', 5], ['b', 10]),
  ];
  expect(idsOf(commands)).toEqual([' +2,3 -', '2,3 +4 -3', '2,4 +5,6 -2']);
});

it('lets two ids change places in an EXCHANGE, and touches no others', () => {
  const commands = [
    create('t', ['p0', 10], ['p1', 20]),
    normal('n'),
    exchange('t', 'p0', 'n'),
    truncate('t', 'p0'),
  ];
  expect(idsOf(commands)).toEqual([' +2,3 -', ' +4 -', '2,4 + -', '4,3 +5 -4']);
});

it('gives new ids with REMOVE PARTITIONING and TRUNCATE TABLE, and the old one back with RECOVER TABLE', () => {
  const commands: Command[] = [
    create('t', ['p0', 10]),
    { kind: 'removePartitioning', table: 't' },
    { kind: 'dropTable', table: 't' },
    { kind: 'recoverTable', table: 't' },
    { kind: 'truncateTable', table: 't' },
  ];
  expect(idsOf(commands)).toEqual([' +2 -', '2 +3 -2', '3 + -3', ' +3 -', '3 +4 -3']);
});

it('logs a transaction once for each physical table that it writes to, with one timestamp', () => {
  const log = new CommitLog();
  const upstream = new Upstream(log, new Planted([], 1, 0));
  const commit = (number: number, command: Command): readonly number[] =>
    upstream.commit({ number, command }, number, 0).ids;
  commit(1, create('t', ['p0', 10], ['p1', 20]));
  expect(commit(2, rows('t', 1, 2, 15))).toEqual([2, 3]);
  expect(log.stream(2)).toMatchObject([
    {
      kind: 'rows',
      ts: 2,
      changes: [
        { id: 1, row: { data: 'c2.1' } },
        { id: 2, row: { data: 'c2.2' } },
      ],
    },
  ]);
  expect(log.stream(3)).toMatchObject([
    { kind: 'rows', ts: 2, changes: [{ id: 15, row: { data: 'c2.3' } }] },
  ]);
});

it('refuses with the numbers of TiDB what breaks its rules', () => {
  const upstream = new Upstream(new CommitLog(), new Planted([], 1, 0));
  const errno = (command: Command): number | string => {
    const { outcome } = upstream.commit({ number: 1, command }, 0, 0);
    return outcome.kind === 'error' ? outcome.errno : outcome.kind;
  };
  expect(errno(create('t', ['p0', 10]))).toBe('ok');
  expect(errno(rows('t', 10))).toBe(1526);
  expect(errno(rows('t', 9))).toBe('ok');
  expect(errno(rows('t', 9))).toBe(1062);
  expect(errno({ kind: 'insertAuto', table: 't', rows: 1 })).toBe(1526);
  expect(errno(truncate('t', 'nope'))).toBe(1735);
});
