import { describe, expect, it } from 'vitest';
import { explainBlock } from '../../../model/lanes/explainBlock.js';
import { randomBlock } from './randomBlock.js';
import { endsOf } from './bruteForce.js';

describe('the states that a block allows', () => {
  it('are those that carrying out every order gives, over 20,000 small blocks', { timeout: 300_000 }, () => {
    const wrong: string[] = [];
    let [allowed, refused] = [0, 0];
    for (let seed = 1; seed <= 20_000; seed++) {
      const { before, happened, candidates } = randomBlock(seed);
      const ends = endsOf(before, happened);
      for (const [text, seen] of candidates) {
        const isAllowed = ends.has(text);
        if (isAllowed) allowed++;
        else refused++;
        const { kind } = explainBlock(before, happened, seen);
        if (kind !== (isAllowed ? 'explained' : 'impossible')) wrong.push(`seed ${seed}: ${kind} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(allowed).toBeGreaterThan(20_000);
    expect(refused).toBeGreaterThan(60_000);
  });
});
