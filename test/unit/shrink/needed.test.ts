import { describe, expect, it } from 'vitest';
import { findNeeded } from '../../../src/shrink/needed.js';

/** What is left, and how many questions it took. */
function ask(size: number, needed: readonly number[]): { left: readonly number[]; questions: number } {
  let left = Array.from({ length: size }, (_, item) => item);
  const search = findNeeded(left, (item) => left.includes(item));
  let questions = 0;
  for (let step = search.next(); step.done !== true;) {
    const dropped = step.value;
    questions++;
    const canDrop = !dropped.some((item) => needed.includes(item));
    if (canDrop) left = left.filter((item) => !dropped.includes(item));
    step = search.next(canDrop);
  }
  return { left, questions };
}

describe('findNeeded', () => {
  it.each([[[]], [[0]], [[99]], [[0, 99]], [[3, 4, 5]], [[10, 40, 41, 77, 98]]])(
    'leaves exactly %j of a hundred items',
    (needed) => {
      expect(ask(100, needed).left).toEqual(needed);
    },
  );

  it('leaves all where all are needed, for one question more than there are items', () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(ask(8, all)).toEqual({ left: all, questions: 9 });
  });

  it('asks little more than the number of ways to choose the items makes necessary', () => {
    let questions = 0;
    for (let item = 0; item < 100; item++) questions += ask(100, [item, (item * 37 + 11) % 100]).questions;
    expect(questions / 100).toBeLessThan(Math.log2((100 * 99) / 2) + 4);
  });

  it('never asks about items that have gone', () => {
    let left = [0, 1, 2, 3];
    const search = findNeeded(left, (item) => left.includes(item));
    const first = search.next();
    expect(first.value).toEqual([0]);
    left = [2];
    expect(search.next(true).value).toEqual([2]);
    left = [];
    expect(search.next(true).done).toBe(true);
  });
});
