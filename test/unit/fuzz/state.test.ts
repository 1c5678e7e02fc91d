import { describe, expect, it } from 'vitest';
import { includes, withNumber, type Progression } from '../../../src/fuzz/progression.js';
import { after, merged, newState, strandsOf, type Event, type FuzzState } from '../../../src/fuzz/state.js';
import { nextStrand, shardOf, STRAND } from '../../../src/fuzz/strands.js';
import { ran } from './ran.js';

function stateOf(events: readonly Event[]): FuzzState {
  return events.reduce(after, newState);
}

/** The events of whole strands, of which the run of each strand's own number fails. */
function strand(number: number): readonly Event[] {
  return Array.from({ length: STRAND }, (_, place) =>
    ran({
      strand: number,
      run: number * STRAND + place,
      features: place === 0 ? [`f${number % 3}`] : [],
      signature: place === number ? { lostRows: ['insert'] } : null,
    }),
  );
}

describe('a state', () => {
  it('knows the strands that were done and the next run of those that were not', () => {
    const state = stateOf([...strand(0), ...strand(2), ran({ strand: 4, run: 4 * STRAND })]);
    expect(strandsOf(state, 1)).toEqual({ done: [[0, 2, 2]], begun: { 4: 4 * STRAND + 1 } });
    expect(state.statistics.runs).toBe(2 * STRAND + 1);
  });

  it('counts each signature, with the run of the lowest number that showed it', () => {
    const failing = (run: number): Event => ran({ run, signature: { stuck: [] } });
    const { seen } = stateOf([failing(5), failing(2), failing(9)]);
    expect(seen['stuck']).toMatchObject({ count: 3, first: { seed: 1, run: 2 } });
  });

  it('of two shards merged is that of one search of all their runs', () => {
    const [odd, even] = [
      [1, 3, 5],
      [0, 2, 4],
    ].map((strands) => stateOf(strands.flatMap(strand)));
    const one = stateOf([0, 1, 2, 3, 4, 5].flatMap(strand));
    if (odd === undefined || even === undefined) throw new Error('two states were made');
    const both = merged(odd, even);
    expect(merged(even, odd)).toEqual(both);
    expect({ ...both, features: [...both.features] }).toEqual({
      ...one,
      features: [...one.features].sort(),
      parts: both.parts,
    });
  });

  it('keeps a curve short, and its newest half whole', () => {
    const points = Array.from({ length: 1_000 }, (_, seconds) => ({
      seconds,
      runs: 0,
      commands: 0,
      features: 0,
      failures: 0,
      signatures: 0,
    }));
    const { curve, seconds } = stateOf(points.map((point) => ({ type: 'point', point })));
    expect(curve.length).toBeLessThanOrEqual(400);
    expect([curve[0]?.seconds, curve.at(-1)?.seconds, seconds]).toEqual([0, 999, 999]);
    expect(curve.slice(-100).map((each) => each.seconds)).toEqual(
      Array.from({ length: 100 }, (_, place) => 900 + place),
    );
  });
});

describe('shards', () => {
  it('share out the strands, each to one of them', () => {
    const shards = ['1/3', '2/3', '3/3'].map((text) => {
      const shard = shardOf(text);
      if (shard === null) throw new Error(`${text} is a shard`);
      const taken: number[] = [];
      const next = (): number | null => nextStrand(shard, 7 * STRAND, (each) => taken.includes(each));
      for (let each = next(); each !== null; each = next()) taken.push(each);
      return taken;
    });
    expect(shards).toEqual([
      [0, 3, 6],
      [1, 4],
      [2, 5],
    ]);
  });

  it.each(['0/2', '3/2', '1', '1/0', 'a/b', '-1/2', '1/2/3'])('%s is none', (text) => {
    expect(shardOf(text)).toBeNull();
  });
});

describe('progressions', () => {
  it.each([
    ['every third', [0, 3, 6, 9]],
    ['neighbours', [4, 5, 6, 7]],
    ['out of order', [9, 1, 5, 2, 0]],
    ['many without a pattern', Array.from({ length: 200 }, (_, place) => place * place)],
  ])('hold the numbers that were put in and no others: %s', (_, numbers) => {
    const all = numbers.reduce<readonly Progression[]>(withNumber, []);
    const most = Math.max(...numbers);
    const held = Array.from({ length: most + 5 }, (__, each) => each).filter((each) => includes(all, each));
    expect(held).toEqual([...numbers].sort((a, b) => a - b));
  });
});
