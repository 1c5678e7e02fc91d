import { describe, expect, it } from 'vitest';
import type { Row } from '../../../model/table.js';
import { changesOf } from '../../../src/cluster/embedded/rowChanges.js';

const row = (id: number, data = 'old'): Row => ({ id, data, extra: [] });
const [one, two, three] = [row(1), row(2), row(3)];

describe('the changes of rows', () => {
  it('are none where the rows are the same', () => {
    expect(changesOf([one, two], [one, two])).toEqual([]);
  });

  it('are what is new or other than before, then what is gone', () => {
    expect(changesOf([one, two, three], [row(2, 'new'), three, row(4)])).toEqual([
      { id: 2, row: row(2, 'new') },
      { id: 4, row: row(4) },
      { id: 1, row: null },
    ]);
    expect(changesOf([one, two, three], [one])).toEqual([
      { id: 2, row: null },
      { id: 3, row: null },
    ]);
  });

  it('hold a row once that was deleted and inserted again', () => {
    expect(changesOf([one, two, three], [one, three, row(2, 'new')])).toEqual([
      { id: 2, row: row(2, 'new') },
    ]);
    expect(changesOf([one, two], [row(2, 'new'), row(1, 'new')])).toEqual([
      { id: 2, row: row(2, 'new') },
      { id: 1, row: row(1, 'new') },
    ]);
  });
});
