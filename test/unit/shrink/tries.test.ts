import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../../model/sequence.js';
import { candidateOf, Shrinking } from '../../../src/shrink/shrinking.js';
import { onceEach, triesAfter, triesFor, triesNeeded } from '../../../src/shrink/tries.js';

describe('triesNeeded', () => {
  it.each([
    [0.5, 0.05, 5],
    [0.5, 0.01, 7],
    [0.2, 0.05, 14],
    [0.2, 0.01, 21],
    [0.99, 0.01, 1],
    [1, 0.01, 1],
    [0, 0.01, Infinity],
  ])('at rate %f with a miss chance of %f is %f', (p, missChance, tries) => {
    expect(triesNeeded(p, missChance)).toBe(tries);
  });
});

describe('triesAfter', () => {
  it.each([
    [5, 10, 0.01, 10],
    [5, 5, 0.01, 4],
    [30, 30, 0.01, 2],
    [0, 30, 0.01, Infinity],
  ])('%i of %i replays with a miss chance of %f is %f', (failed, runs, missChance, tries) => {
    expect(triesAfter({ failed, runs }, missChance)).toBe(tries);
  });

  it('comes to what the rate itself asks for when there are many replays', () => {
    expect(triesAfter({ failed: 50_000, runs: 100_000 }, 0.01)).toBe(triesNeeded(0.5, 0.01));
    expect(triesAfter({ failed: 20_000, runs: 100_000 }, 0.01)).toBe(triesNeeded(0.2, 0.01));
  });
});

/** A sequence of each kind: removed among many, singly, singly again, and with simpler parameters. */
function candidates(): Readonly<Record<string, Sequence>> {
  const start: Sequence = {
    commands: [
      { kind: 'createTable', table: 'a', partitions: null },
      { kind: 'insert', table: 'a', ids: [7] },
    ],
    schedule: 0,
  };
  const found: Record<string, Sequence> = {};
  for (const sequence of new Shrinking(start, 2, false).candidates()) {
    const candidate = candidateOf(sequence);
    if (candidate === undefined) continue;
    const name = candidate.again ? 'again' : candidate.pass;
    found[name] ??= sequence;
  }
  return found;
}

describe('triesFor', () => {
  it('gives fewer tries to what is made up for later or costs only beauty', () => {
    const tries = triesFor({ failed: 5, runs: 10 }, 100);
    const { commands, again, simplest } = candidates();
    expect([commands, again, simplest].map((each) => (each === undefined ? 0 : tries(each)))).toEqual([
      6, 10, 2,
    ]);
  });

  it('never gives more than the most', () => {
    expect(triesFor({ failed: 0, runs: 30 }, 25)({ commands: [], schedule: 0 })).toBe(25);
  });
});

describe('onceEach', () => {
  it('runs everything once, and nothing again', () => {
    const { commands, again } = candidates();
    expect([commands, again].map((each) => each && onceEach(each))).toEqual([1, 0]);
  });
});
