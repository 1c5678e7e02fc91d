import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { snapshotOf } from '../../../model/snapshot.js';
import { addColumn, addIndex, normal, rows } from '../make.js';
import { reasonsIn, rowsIn, stateAfter } from '../stateAfter.js';

const dropColumn = (column: string): Command => ({ kind: 'dropColumn', table: 't', column });

describe('addColumn and dropColumn', () => {
  it('give each row the default, and take the values away again', () => {
    const added = [normal('t'), rows('t', 1), addColumn('t', 'x', 1), addColumn('t', 'y', 2), rows('t', 2)];
    expect(rowsIn(stateAfter(...added), 't')).toEqual(['1 c2.1 - 1 2', '2 c5.1 - 1 2']);
    expect(rowsIn(stateAfter(...added, dropColumn('x')), 't')).toEqual(['1 c2.1 - 2', '2 c5.1 - 2']);
  });

  it('need the table, and a name that is free or taken', () => {
    const state = stateAfter(normal('t'), addColumn('t', 'x'));
    for (const name of ['id', 'data', 'x']) {
      expect(reasonsIn(state, addColumn('t', name))).toEqual(['duplicateColumn']);
    }
    expect(reasonsIn(state, dropColumn('y'))).toEqual(['unknownColumn']);
    expect(reasonsIn(stateAfter(), addColumn('t', 'x'))).toEqual(['missingTable']);
    expect(reasonsIn(stateAfter(), dropColumn('x'))).toEqual(['missingTable']);
  });
});

describe('addIndex', () => {
  it('is gone with its column', () => {
    const indexed = [
      normal('t'),
      addColumn('t', 'x'),
      addIndex('t', 'i_x', 'x'),
      addIndex('t', 'i_data', 'data'),
    ];
    const indexes = (...commands: Command[]): unknown =>
      snapshotOf(stateAfter(...indexed, ...commands))['t']?.indexes;
    expect(indexes()).toEqual([
      { name: 'i_data', column: 'data' },
      { name: 'i_x', column: 'x' },
    ]);
    expect(indexes(dropColumn('x'))).toEqual([{ name: 'i_data', column: 'data' }]);
  });

  it('needs the table, a free name and a column', () => {
    const state = stateAfter(normal('t'), addIndex('t', 'i_data', 'data'));
    expect(reasonsIn(state, addIndex('t', 'i_data', 'x'))).toEqual(['duplicateIndex', 'unknownColumn']);
    expect(reasonsIn(stateAfter(), addIndex('t', 'i_data', 'data'))).toEqual(['missingTable']);
  });
});
