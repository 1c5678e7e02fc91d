import { describe, expect, it } from 'vitest';
import { expectation } from '../../../model/apply.js';
import { addColumn, addIndex, create, exchange, normal, rows } from '../make.js';
import { reasonsIn, rowsIn, stateAfter } from '../stateAfter.js';

const tables = [create('t', ['p0', 200], ['p1', 1000]), normal('n')];
const swap = exchange('t', 'p0', 'n');

describe('exchangePartition', () => {
  it('swaps the rows of the partition and of the table', () => {
    const state = stateAfter(...tables, rows('t', 1, 2, 300), rows('n', 2, 9), swap);
    expect(rowsIn(state, 't')).toEqual(['2 c4.1 p0', '9 c4.2 p0', '300 c3.3 p1']);
    expect(rowsIn(state, 'n')).toEqual(['1 c3.1 -', '2 c3.2 -']);
  });

  it('is its own inverse', () => {
    const before = [...tables, rows('t', 1, 300), rows('n', 2)];
    const [once, twice] = [stateAfter(...before), stateAfter(...before, swap, swap)];
    expect([rowsIn(twice, 't'), rowsIn(twice, 'n')]).toEqual([rowsIn(once, 't'), rowsIn(once, 'n')]);
  });

  it('fails for rows outside, the reason of the lowest id first', () => {
    expect(expectation(stateAfter(...tables, rows('n', 200)), swap)).toEqual({
      kind: 'error',
      reasons: ['rowOutsidePartition'],
    });
    expect(expectation(stateAfter(...tables, rows('n', 5000, 300)), swap)).toEqual({
      kind: 'error',
      reasons: ['rowOutsidePartition', 'noPartitionForValue'],
    });
  });

  it('needs both tables, a partition, and a normal table on the other side', () => {
    const state = stateAfter(...tables, normal('m'), create('u', ['p0', 200]));
    expect(reasonsIn(state, exchange('t', 'p0', 'z'))).toEqual(['missingTable']);
    expect(reasonsIn(state, exchange('t', 'p9', 'n'))).toEqual(['unknownPartition']);
    expect(reasonsIn(state, exchange('m', 'p0', 'n'))).toEqual(['notPartitioned']);
    expect(reasonsIn(state, exchange('t', 'p0', 'u'))).toEqual(['exchangeWithPartitioned']);
    expect(reasonsIn(state, exchange('t', 'p0', 't'))).toEqual([
      'exchangeWithItself',
      'exchangeWithPartitioned',
    ]);
  });

  it('needs the same columns in the same order, whatever their defaults; each row keeps its values', () => {
    const state = stateAfter(
      ...tables,
      rows('t', 1),
      rows('n', 2),
      addColumn('t', 'x', 1),
      addColumn('n', 'x', 2),
      swap,
    );
    expect([rowsIn(state, 't'), rowsIn(state, 'n')]).toEqual([['2 c4.1 p0 2'], ['1 c3.1 - 1']]);
    expect(reasonsIn(stateAfter(...tables, addColumn('t', 'x')), swap)).toEqual(['tablesDiffer']);
    expect(
      reasonsIn(
        stateAfter(
          ...tables,
          addColumn('t', 'x'),
          addColumn('t', 'y'),
          addColumn('n', 'y'),
          addColumn('n', 'x'),
        ),
        swap,
      ),
    ).toEqual(['tablesDiffer']);
  });

  it('needs the same indexes, in any order', () => {
    const indexes = [
      addIndex('t', 'i_a', 'data'),
      addIndex('t', 'i_b', 'data'),
      addIndex('n', 'i_b', 'data'),
    ];
    expect(reasonsIn(stateAfter(...tables, ...indexes), swap)).toEqual(['tablesDiffer']);
    expect(reasonsIn(stateAfter(...tables, ...indexes, addIndex('n', 'i_a', 'data')), swap)).toEqual([]);
  });

  it('may fail where columns or indexes were numbered differently on their way to the same shape', () => {
    const again = [
      addColumn('n', 'x'),
      { kind: 'dropColumn', table: 'n', column: 'x' } as const,
      addColumn('n', 'x'),
    ];
    const may = { kind: 'either', reasons: ['numberingDiffers'] };
    expect(expectation(stateAfter(...tables, addColumn('t', 'x'), ...again), swap)).toEqual(may);
    const crossed = [
      addIndex('t', 'i_a', 'data'),
      addIndex('t', 'i_b', 'data'),
      addIndex('n', 'i_b', 'data'),
      addIndex('n', 'i_a', 'data'),
    ];
    expect(expectation(stateAfter(...tables, ...crossed), swap)).toEqual(may);
    expect(expectation(stateAfter(...tables, addColumn('t', 'x'), addColumn('n', 'x')), swap)).toEqual({
      kind: 'ok',
    });
  });
});
