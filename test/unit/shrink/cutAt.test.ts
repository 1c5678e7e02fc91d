import { expect, it } from 'vitest';
import type { Sequence } from '../../../model/sequence.js';
import { cutAt } from '../../../src/shrink/cutAt.js';

const waits = (count: number): Sequence => ({
  commands: Array.from({ length: count }, (_, place) => ({ kind: 'wait', ms: place + 1 })),
  schedule: 3,
});

it.each([
  [0, 0],
  [2, 2],
  [4, 4],
  [5, 4],
])('a run of four commands that diverged at %i keeps %i', (at, kept) => {
  expect(cutAt(waits(4), at)).toEqual(waits(kept));
});
