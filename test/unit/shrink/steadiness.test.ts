import { describe, expect, it } from 'vitest';
import { isSteady, isSteadySoFar, rateAfter } from '../../../src/shrink/steadiness.js';

it.each([
  [5, 5, 6 / 7],
  [5, 10, 0.5],
  [0, 30, 1 / 32],
])('%i of %i replays speak for a rate of %f', (failed, runs, rate) => {
  expect(rateAfter({ failed, runs })).toBe(rate);
});

describe('a sequence whose first form failed at rate', () => {
  it.each([
    [0.8, 1, 1, null],
    [0.8, 2, 2, null],
    [0.8, 3, 3, true],
    [0.8, 4, 7, true],
    [0.8, 0, 8, null],
    [0.8, 0, 9, false],
    [0.8, 1, 11, null],
    [0.8, 1, 12, false],
    [0.2, 3, 3, true],
    [0.2, 3, 10, null],
    [0.2, 0, 40, null],
    [0.2, 0, 50, false],
  ])('%f and that now fails in %i of %i runs is steady: %s', (rate, failed, runs, verdict) => {
    expect(isSteady({ failed, runs }, rate)).toBe(verdict);
  });

  it.each([
    [0.8, 1, 3, true],
    [0.8, 1, 4, false],
    [0.2, 0, 1, false],
    [0.2, 1, 16, true],
    [0.2, 1, 17, false],
  ])('%f and that now fails in %i of %i runs is rather steady: %s', (rate, failed, runs, verdict) => {
    expect(isSteadySoFar({ failed, runs }, rate)).toBe(verdict);
  });
});
