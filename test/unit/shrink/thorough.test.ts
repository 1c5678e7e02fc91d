import { describe, expect, it } from 'vitest';
import type { Command, Kind } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { add, addIndex, create, drop, exchange, normal, rows } from '../../model/make.js';
import { shrinkBy } from './fixtures.js';

const kill = (capture: number, signal: 'KILL' | 'TERM' = 'TERM', delay = 0): Command => ({
  kind: 'killCapture',
  capture,
  signal,
  delay,
});
const start = (capture: number): Command => ({ kind: 'startCapture', capture, delay: 0 });
const truncateTable = (table: string): Command => ({ kind: 'truncateTable', table });

const kindsOf = (commands: readonly Command[]): string => commands.map(({ kind }) => kind).join(' ');
const has = (commands: readonly Command[], kind: Kind): boolean =>
  commands.some((each) => each.kind === kind);

/** What is left of these commands, thoroughly shrunk from the plain schedule. */
function thoroughly(
  commands: readonly Command[],
  fails: (commands: readonly Command[], schedule: number) => boolean,
): readonly Command[] {
  return shrinkBy({ commands, schedule: 0 }, fails, true).result.commands;
}

describe('where runs cost next to nothing', () => {
  it('one kill replaces several, at a place where none of them was', () => {
    const long = [normal('t1'), kill(0), addIndex('t1', 'i_data', 'data'), rows('t1', 1), start(0), kill(1)];
    const fails = (commands: readonly Command[]): boolean =>
      JSON.stringify(commands) === JSON.stringify(long) || kindsOf(commands).includes('addIndex killCapture');
    expect(thoroughly(long, fails)).toEqual([normal('t1'), addIndex('t1', 'i_data', 'data'), kill(0)]);
  });

  it('no kill comes where there was none', () => {
    const { asked } = shrinkBy(
      { commands: [normal('t1'), rows('t1', 1), truncateTable('t1')], schedule: 9 },
      (commands) => has(commands, 'truncateTable'),
      true,
    );
    expect(asked.filter(({ sequence }) => has(sequence.commands, 'killCapture'))).toEqual([]);
  });

  it('the plainest DDL stands for any', () => {
    const commands = [create('t1', ['p0', 5]), add('t1', ['p1', 9]), rows('t1', 7)];
    const ddl: readonly Kind[] = ['addPartition', 'addIndex', 'dropTable'];
    expect(thoroughly(commands, (all) => ddl.some((kind) => has(all, kind)))).toEqual([
      normal('t1'),
      addIndex('t1', 'i_data', 'data'),
    ]);
  });

  it('an INSERT stands for another statement, in a transaction too', () => {
    const commands: Command[] = [
      normal('t1'),
      rows('t1', 1),
      {
        kind: 'transaction',
        statements: [
          { kind: 'update', table: 't1', from: 1, to: 1 },
          { kind: 'insert', table: 't1', ids: [2] },
        ],
      },
    ];
    const writesTwice = (all: readonly Command[]): boolean =>
      all.some((each) => each.kind === 'transaction' && each.statements.length > 1);
    expect(thoroughly(commands, writesTwice)).toEqual([
      normal('t1'),
      {
        kind: 'transaction',
        statements: [
          { kind: 'insert', table: 't1', ids: [1] },
          { kind: 'insert', table: 't1', ids: [2] },
        ],
      },
    ]);
  });

  it('a kill comes last, and without delay where that does', () => {
    const early = [normal('t1'), kill(0, 'TERM', 20), rows('t1', 1)];
    const late = 'createTable insert killCapture';
    const fails = (commands: readonly Command[]): boolean =>
      kindsOf(commands) === late || JSON.stringify(commands) === JSON.stringify(early);
    expect(thoroughly(early, fails)).toEqual([normal('t1'), rows('t1', 1), kill(0)]);
  });

  it('the first table and partition stand for the others', () => {
    const commands = [
      create('t1', ['p0', 2], ['p1', 'MAXVALUE']),
      normal('t2'),
      rows('t2', 1),
      exchange('t1', 'p0', 't2'),
      drop('t1', 'p1'),
    ];
    const fails = (all: readonly Command[]): boolean =>
      /^createTable createTable insert exchangePartition dropPartition$/.test(kindsOf(all));
    expect(thoroughly(commands, fails)).toEqual([
      create('t1', ['p0', 1], ['p1', 'MAXVALUE']),
      normal('t2'),
      rows('t1', 1),
      exchange('t1', 'p0', 't2'),
      drop('t1', 'p0'),
    ]);
  });

  it('partitions go two at a time where their number has to be odd', () => {
    const commands = [create('t1', ['p0', 1], ['p1', 2], ['p2', 'MAXVALUE']), rows('t1', 2)];
    const isOdd = (all: readonly Command[]): boolean =>
      has(all, 'insert') &&
      all.some((each) => each.kind === 'createTable' && (each.partitions?.length ?? 0) % 2 === 1);
    expect(thoroughly(commands, isOdd)).toEqual([create('t1', ['p0', 'MAXVALUE']), rows('t1', 1)]);
  });

  it('a delay is as short as it can be', () => {
    const commands = [normal('t1'), kill(0, 'TERM', 50)];
    const isLate = (all: readonly Command[]): boolean =>
      all.some((each) => each.kind === 'killCapture' && each.delay >= 17 && each.delay !== 25);
    expect(thoroughly(commands, isLate)).toEqual([kill(0, 'TERM', 17)]);
  });

  it('a command that only passes time gives way to another schedule, the lowest that does', () => {
    const commands = [1, 2, 3, 4].map((id) => rows('t1', id));
    const fails = (all: readonly Command[], schedule: number): boolean =>
      all.filter(({ kind }) => kind === 'insert').length >= (schedule > 40 ? 3 : 4);
    const { result } = shrinkBy({ commands: [normal('t1'), ...commands], schedule: 0 }, fails, true);
    expect(result).toEqual({
      commands: [normal('t1'), rows('t1', 1), rows('t1', 2), rows('t1', 3)],
      schedule: 41,
    });
  });

  it('a table gets partitions where that saves commands', () => {
    const long = [normal('t1'), kill(0), start(0), rows('t1', 1)];
    const isParted = (all: readonly Command[]): boolean =>
      all.some((each) => each.kind === 'createTable' && each.partitions?.length === 2);
    const fails = (all: readonly Command[]): boolean =>
      has(all, 'insert') && (isParted(all) || kindsOf(all).includes('killCapture startCapture'));
    expect(thoroughly(long, fails)).toEqual([create('t1', ['p0', 1], ['p1', 'MAXVALUE']), rows('t1', 1)]);
  });

  it('no more than some thousand runs are spent', () => {
    const inserts = Array.from({ length: 10 }, (_, place) => rows('t1', place + 1));
    const start: Sequence = { commands: [normal('t1'), ...inserts, kill(0)], schedule: 9 };
    const all = shrinkBy(start, () => false, true).asked;
    expect(all.length - shrinkBy(start, () => false).asked.length).toBe(3000);
  });
});
