import { describe, expect, it } from 'vitest';
import { apply, expectation } from '../../../model/apply.js';
import type { Command } from '../../../model/command.js';
import { addColumn, create, normal, rows } from '../make.js';
import { reasonsIn, rowsIn, stateAfter } from '../stateAfter.js';

const bounded = create('t', ['p0', 200], ['p1', 1000]);
const auto = (table: string, count: number): Command => ({ kind: 'insertAuto', table, rows: count });
const range = (
  kind: 'update' | 'delete',
  from: number,
  to: number,
): { kind: 'update' | 'delete'; table: string; from: number; to: number } => ({ kind, table: 't', from, to });

describe('insert', () => {
  it('writes who wrote each row, and the defaults of extra columns', () => {
    const state = stateAfter(bounded, addColumn('t', 'x', 3), rows('t', 999, 1));
    expect(rowsIn(state, 't')).toEqual(['1 c3.2 p0 3', '999 c3.1 p1 3']);
  });

  it('fails as a whole; reasons in the order of the rows', () => {
    const state = stateAfter(bounded, rows('t', 5));
    expect(expectation(state, rows('t', 1, 5, 1000))).toEqual({
      kind: 'error',
      reasons: ['duplicateKey', 'noPartitionForValue'],
    });
    expect(expectation(state, rows('t', 1000, 5))).toEqual({
      kind: 'error',
      reasons: ['noPartitionForValue', 'duplicateKey'],
    });
    expect(reasonsIn(state, rows('t', 7, 7))).toEqual(['duplicateKey']);
    expect(reasonsIn(state, rows('z', 7))).toEqual(['missingTable']);
  });
});

describe('insertAuto', () => {
  it('takes the ids that upstream gave', () => {
    const state = apply(stateAfter(bounded), auto('t', 2), 2, [40, 41]);
    expect(rowsIn(state, 't')).toEqual(['40 c2.1 p0', '41 c2.2 p0']);
  });

  it('guesses the ids after the highest one where none are known', () => {
    expect(rowsIn(stateAfter(normal('t'), rows('t', 7), auto('t', 2)), 't')).toEqual([
      '7 c2.1 -',
      '8 c3.1 -',
      '9 c3.2 -',
    ]);
  });

  it('may meet an id that is taken or has no partition, but never in an empty open table', () => {
    expect(expectation(stateAfter(bounded, rows('t', 1)), auto('t', 1))).toEqual({
      kind: 'either',
      reasons: ['noPartitionForValue', 'duplicateKey'],
    });
    expect(expectation(stateAfter(normal('t')), auto('t', 1))).toEqual({ kind: 'ok' });
    expect(reasonsIn(stateAfter(), auto('t', 1))).toEqual(['missingTable']);
  });
});

describe('update and delete', () => {
  it('mean a range of ids, both ends included', () => {
    const filled = [bounded, rows('t', 1, 2, 3, 4)];
    expect(rowsIn(stateAfter(...filled, range('update', 2, 3)), 't')).toEqual([
      '1 c2.1 p0',
      '2 c3.1 p0',
      '3 c3.1 p0',
      '4 c2.4 p0',
    ]);
    expect(rowsIn(stateAfter(...filled, range('delete', 2, 3)), 't')).toEqual(['1 c2.1 p0', '4 c2.4 p0']);
  });

  it('need the table, but no row', () => {
    expect(reasonsIn(stateAfter(bounded), range('update', 1, 9))).toEqual([]);
    expect(reasonsIn(stateAfter(bounded), range('delete', 1, 9))).toEqual([]);
    expect(reasonsIn(stateAfter(), range('update', 1, 9))).toEqual(['missingTable']);
    expect(reasonsIn(stateAfter(), range('delete', 1, 9))).toEqual(['missingTable']);
  });
});

describe('transaction', () => {
  const insert = (table: string, ...ids: number[]): { kind: 'insert'; table: string; ids: number[] } => ({
    kind: 'insert',
    table,
    ids,
  });

  it('applies its statements one after the other, over several tables', () => {
    const statements = [
      insert('t', 1, 2),
      range('update', 1, 1),
      range('delete', 2, 2),
      insert('t', 2),
      insert('n', 1),
    ];
    const state = stateAfter(bounded, normal('n'), { kind: 'transaction', statements });
    expect(rowsIn(state, 't')).toEqual(['1 c3.1 p0', '2 c3.1 p0']);
    expect(rowsIn(state, 'n')).toEqual(['1 c3.1 -']);
  });

  it('fails for the reasons of its first statement that fails', () => {
    const state = stateAfter(bounded, rows('t', 1));
    const of = (...statements: ReturnType<typeof insert>[]): Command => ({ kind: 'transaction', statements });
    expect(reasonsIn(state, of(insert('t', 2), insert('t', 2), insert('z', 1)))).toEqual(['duplicateKey']);
    expect(reasonsIn(state, of(insert('z', 1), insert('t', 1)))).toEqual(['missingTable']);
    expect(
      reasonsIn(state, { kind: 'transaction', statements: [range('delete', 1, 1), insert('t', 1)] }),
    ).toEqual([]);
  });
});
