import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { expectation } from '../../../model/apply.js';
import { add, create, drop, normal, partitionBy, reorganize, rows, truncate } from '../make.js';
import { partitionsIn, reasonsIn, rowsIn, stateAfter } from '../stateAfter.js';

const open = create('t', ['p0', 200], ['p1', 1000], ['p2', 'MAXVALUE']);
const bounded = create('t', ['p0', 200], ['p1', 1000]);
const filled = rows('t', 1, 199, 200, 999);
const removePartitioning: Command = { kind: 'removePartitioning', table: 't' };

describe('every partition DDL', () => {
  it.each([
    add('t', ['p9', 'MAXVALUE']),
    drop('t', 'p0'),
    truncate('t', 'p0'),
    reorganize('t', ['p0'], ['r0', 200]),
    removePartitioning,
  ])('$kind needs a table with partitions', (command) => {
    expect(reasonsIn(stateAfter(), command)).toEqual(['missingTable']);
    expect(reasonsIn(stateAfter(normal('t')), command)).toEqual(['notPartitioned']);
  });
});

describe('addPartition', () => {
  it('adds above the last bound', () => {
    const state = stateAfter(bounded, add('t', ['p2', 2000], ['p3', 'MAXVALUE']), rows('t', 5000));
    expect(partitionsIn(state, 't')).toBe('p0<200 p1<1000 p2<2000 p3<MAXVALUE');
    expect(rowsIn(state, 't')).toEqual(['5000 c3.1 p3']);
  });

  it('fails above MAXVALUE, below the last bound, with a name that exists', () => {
    expect(reasonsIn(stateAfter(open), add('t', ['p9', 5000]))).toEqual(['aboveMaxvalue']);
    expect(reasonsIn(stateAfter(bounded), add('t', ['p9', 1000]))).toEqual(['rangeNotIncreasing']);
    expect(reasonsIn(stateAfter(bounded), add('t', ['p0', 5000]))).toEqual(['duplicatePartition']);
  });
});

describe('dropPartition', () => {
  it('takes its rows along; the next one takes over its range', () => {
    const state = stateAfter(open, filled, drop('t', 'p0'), rows('t', 1));
    expect(partitionsIn(state, 't')).toBe('p1<1000 p2<MAXVALUE');
    expect(rowsIn(state, 't')).toEqual(['1 c4.1 p1', '200 c2.3 p1', '999 c2.4 p1']);
  });

  it('drops several at once, but never all, and only those that exist', () => {
    expect(partitionsIn(stateAfter(open, drop('t', 'p2', 'p0')), 't')).toBe('p1<1000');
    expect(reasonsIn(stateAfter(bounded), drop('t', 'p0', 'p1'))).toEqual(['lastPartition']);
    expect(reasonsIn(stateAfter(bounded), drop('t', 'p9'))).toEqual(['unknownPartition']);
    expect(reasonsIn(stateAfter(open), drop('t', 'p0', 'p0'))).toEqual(['partitionTwice']);
    expect(reasonsIn(stateAfter(bounded), drop('t', 'p0', 'p9'))).toEqual([
      'lastPartition',
      'unknownPartition',
    ]);
  });
});

describe('truncatePartition', () => {
  it('of one that is named twice may fail, and empties it where it does not', () => {
    const state = stateAfter(open, filled);
    const twice = truncate('t', 'p0', 'p0');
    expect(expectation(state, twice)).toEqual({ kind: 'either', reasons: ['partitionTwice'] });
    expect(rowsIn(stateAfter(open, filled, twice), 't')).toEqual(['200 c2.3 p1', '999 c2.4 p1']);
  });

  it('empties these partitions only', () => {
    expect(rowsIn(stateAfter(open, filled, truncate('t', 'p0')), 't')).toEqual([
      '200 c2.3 p1',
      '999 c2.4 p1',
    ]);
    expect(rowsIn(stateAfter(open, filled, truncate('t', 'p0', 'p1')), 't')).toEqual([]);
  });

  it('needs all of them to exist', () => {
    expect(reasonsIn(stateAfter(open), truncate('t', 'p0', 'p9'))).toEqual(['unknownPartition']);
  });
});

describe('reorganizePartition', () => {
  it('splits and merges, rows find their new place', () => {
    const split = reorganize('t', ['p0'], ['a', 2], ['b', 200]);
    expect(rowsIn(stateAfter(bounded, filled, split), 't')).toEqual([
      '1 c2.1 a',
      '199 c2.2 b',
      '200 c2.3 p1',
      '999 c2.4 p1',
    ]);
    const merged = stateAfter(bounded, filled, split, reorganize('t', ['a', 'b', 'p1'], ['p0', 1000]));
    expect(partitionsIn(merged, 't')).toBe('p0<1000');
  });

  it('takes the partitions in whatever order they are named', () => {
    const state = stateAfter(open, filled, reorganize('t', ['p1', 'p0'], ['r', 1000]));
    expect(partitionsIn(state, 't')).toBe('r<1000 p2<MAXVALUE');
    expect(rowsIn(state, 't')).toEqual(['1 c2.1 r', '199 c2.2 r', '200 c2.3 r', '999 c2.4 r']);
  });

  it('may take names again that it frees, but no others', () => {
    expect(partitionsIn(stateAfter(bounded, reorganize('t', ['p0'], ['a', 7], ['p0', 200])), 't')).toBe(
      'a<7 p0<200 p1<1000',
    );
    expect(reasonsIn(stateAfter(bounded), reorganize('t', ['p0'], ['p1', 200]))).toEqual([
      'duplicatePartition',
    ]);
  });

  it('lets the last partition grow', () => {
    expect(partitionsIn(stateAfter(bounded, reorganize('t', ['p1'], ['a', 'MAXVALUE'])), 't')).toBe(
      'p0<200 a<MAXVALUE',
    );
  });

  it('leaves it to the server whether the last partition may shrink, as long as each row has a place', () => {
    const shrink = reorganize('t', ['p1'], ['a', 900]);
    expect(expectation(stateAfter(bounded, rows('t', 899)), shrink)).toEqual({
      kind: 'either',
      reasons: ['rangeChanged'],
    });
    expect(reasonsIn(stateAfter(bounded, rows('t', 900)), shrink)).toEqual([
      'noPartitionForValue',
      'rangeChanged',
    ]);
  });

  it('keeps every other range as it is', () => {
    expect(reasonsIn(stateAfter(bounded), reorganize('t', ['p0'], ['a', 100]))).toEqual(['rangeChanged']);
    expect(reasonsIn(stateAfter(bounded), reorganize('t', ['p0'], ['a', 300]))).toEqual(['rangeChanged']);
    expect(reasonsIn(stateAfter(bounded), reorganize('t', ['p1'], ['a', 100], ['b', 1000]))).toEqual([
      'rangeNotIncreasing',
    ]);
    expect(reasonsIn(stateAfter(bounded), reorganize('t', ['p0'], ['a', 'MAXVALUE']))).toEqual([
      'maxvalueNotLast',
      'rangeChanged',
      'rangeNotIncreasing',
    ]);
  });

  it('needs partitions that exist, next to each other, no more than there are', () => {
    const state = stateAfter(open);
    expect(reasonsIn(state, reorganize('t', ['p9'], ['a', 200]))).toEqual(['unknownPartition']);
    expect(reasonsIn(state, reorganize('t', ['p0', 'p2'], ['a', 'MAXVALUE']))).toEqual(['notAdjacent']);
    expect(reasonsIn(state, reorganize('t', ['p0', 'p1', 'p2', 'p9'], ['a', 'MAXVALUE']))).toEqual([
      'tooManyPartitions',
      'unknownPartition',
    ]);
  });
});

describe('removePartitioning and partitionBy', () => {
  it('leave the rows where they are', () => {
    const removed = stateAfter(open, filled, removePartitioning);
    expect(partitionsIn(removed, 't')).toBe('none');
    expect(rowsIn(removed, 't')).toEqual(['1 c2.1 -', '199 c2.2 -', '200 c2.3 -', '999 c2.4 -']);
    const again = stateAfter(open, filled, removePartitioning, partitionBy('t', ['a', 200], ['b', 1000]));
    expect(rowsIn(again, 't')).toEqual(['1 c2.1 a', '199 c2.2 a', '200 c2.3 b', '999 c2.4 b']);
  });

  it('partitionBy needs a place for every row, and a sound layout first', () => {
    const state = stateAfter(open, filled);
    expect(reasonsIn(state, partitionBy('t', ['a', 999]))).toEqual(['noPartitionForValue']);
    expect(reasonsIn(state, partitionBy('t', ['a', 9], ['a', 99]))).toEqual(['duplicatePartition']);
    expect(reasonsIn(stateAfter(), partitionBy('t', ['a', 9]))).toEqual(['missingTable']);
  });
});
