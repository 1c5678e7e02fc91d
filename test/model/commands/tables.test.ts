import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { addColumn, create, normal, rows } from '../make.js';
import { partitionsIn, reasonsIn, rowsIn, stateAfter } from '../stateAfter.js';

const drop: Command = { kind: 'dropTable', table: 't' };
const recover: Command = { kind: 'recoverTable', table: 't' };
const truncate: Command = { kind: 'truncateTable', table: 't' };
const rename = (table: string, to: string): Command => ({ kind: 'renameTable', table, to });

describe('createTable', () => {
  it('makes an empty table, partitioned or not', () => {
    const state = stateAfter(normal('n'), create('t', ['p0', 200], ['p1', 'MAXVALUE']));
    expect([partitionsIn(state, 'n'), partitionsIn(state, 't')]).toEqual(['none', 'p0<200 p1<MAXVALUE']);
    expect([rowsIn(state, 'n'), rowsIn(state, 't')]).toEqual([[], []]);
  });

  it('needs a free name, distinct partitions, rising bounds, and MAXVALUE last', () => {
    const state = stateAfter(normal('t'));
    expect(reasonsIn(state, create('t', ['a', 1], ['a', 2]))).toEqual(['duplicatePartition', 'tableExists']);
    expect(reasonsIn(state, create('z', ['a', 2], ['b', 2]))).toEqual(['rangeNotIncreasing']);
    expect(reasonsIn(state, create('z', ['a', 'MAXVALUE'], ['b', 2]))).toEqual(['aboveMaxvalue']);
  });
});

describe('dropTable', () => {
  it('takes the table away and needs it to be there', () => {
    const state = stateAfter(normal('t'), drop);
    expect([...state.tables.keys()]).toEqual([]);
    expect(reasonsIn(state, drop)).toEqual(['missingTable']);
  });
});

describe('recoverTable', () => {
  it('brings back what DROP took away', () => {
    expect(rowsIn(stateAfter(normal('t'), rows('t', 1), drop, recover), 't')).toEqual(['1 c2.1 -']);
  });

  it('brings back what TRUNCATE emptied, once the name is free', () => {
    const state = stateAfter(normal('t'), rows('t', 1), truncate, rename('t', 'u'));
    expect(rowsIn(stateAfter(normal('t'), rows('t', 1), truncate, rename('t', 'u'), recover), 't')).toEqual([
      '1 c2.1 -',
    ]);
    expect(reasonsIn(state, { kind: 'recoverTable', table: 'u' })).toEqual([
      'nothingToRecover',
      'tableExists',
    ]);
  });

  it('brings back the latest of two of one name', () => {
    const state = stateAfter(normal('t'), rows('t', 1), drop, normal('t'), rows('t', 2), drop, recover);
    expect(rowsIn(state, 't')).toEqual(['2 c5.1 -']);
  });

  it('recovers a table once only', () => {
    const state = stateAfter(normal('t'), drop, recover, rename('t', 'u'));
    expect(reasonsIn(state, recover)).toEqual(['alreadyRecovered']);
  });
});

describe('truncateTable', () => {
  it('empties the table and starts ids at 1 again', () => {
    const auto: Command = { kind: 'insertAuto', table: 't', rows: 1 };
    const state = stateAfter(create('t', ['p0', 'MAXVALUE']), rows('t', 7), truncate, auto);
    expect(rowsIn(state, 't')).toEqual(['1 c4.1 p0']);
    expect(reasonsIn(stateAfter(), truncate)).toEqual(['missingTable']);
  });
});

describe('renameTable', () => {
  it('moves the table with all that it has', () => {
    const state = stateAfter(normal('t'), rows('t', 1), addColumn('t', 'x', 2), rename('t', 'u'));
    expect([...state.tables.keys()]).toEqual(['u']);
    expect(rowsIn(state, 'u')).toEqual(['1 c2.1 - 2']);
  });

  it('needs the table, and a free name', () => {
    const state = stateAfter(normal('t'), normal('u'));
    expect(reasonsIn(state, rename('z', 'u'))).toEqual(['missingTable', 'tableExists']);
    expect(reasonsIn(state, rename('t', 't'))).toEqual(['tableExists']);
  });
});
