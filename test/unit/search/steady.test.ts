import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../../model/sequence.js';
import type { RunResult } from '../../../src/run/run.js';
import type { Runner } from '../../../src/search/runner.js';
import { search, type SearchSettings } from '../../../src/search/search.js';
import { shrinkFailure } from '../../../src/search/shrinkFailure.js';
import { lastSteady, watch, type Watching } from '../../../src/search/steady.js';
import { triesFor } from '../../../src/shrink/tries.js';
import { dice, type Dice } from '../../bench/shrink/dice.js';
import { failed, isGuilty, passed, sequences } from './runners.js';

const SEEDS = Array.from({ length: 30 }, (_, seed) => seed + 1);
const RATE = 0.8;

/** How often a guilty sequence fails: removing one of its last three INSERTs halves it. */
function rateOf({ commands }: Sequence): number {
  const inserts = commands.filter(({ kind }) => kind === 'insert').length;
  return RATE / 2 ** Math.max(0, 3 - inserts);
}

function runnerWith(luck: Dice, rate: (sequence: Sequence) => number): Runner {
  return (sequence) => {
    const fails = isGuilty(sequence) && luck.below(1000) < 1000 * rate(sequence);
    return Promise.resolve(fails ? failed({ lostRows: [] }) : passed);
  };
}

const settings: Omit<SearchSettings, 'seed'> = {
  sequences,
  runs: 1000,
  deterministic: false,
  maxTries: 30,
  stop: () => null,
  stopShrinking: () => null,
  onFailure: () => undefined,
};

/** What a search finds, and what shrinking makes of it with an eye on the rate and without. */
async function both(seed: number): Promise<{ readonly steadily: Sequence; readonly blindly: Sequence }> {
  const luck = dice(seed);
  const result = await search({ ...settings, seed }, [runnerWith(luck, rateOf)]);
  if (result.kind !== 'counterexample') throw new Error(result.kind);
  const { sequence, replayed } = result.found;
  const tries = triesFor(replayed, settings.maxTries);
  const target = { sequences, sequence, signature: { lostRows: [] }, tries, stop: () => null, steady: null };
  const blindly = await shrinkFailure(target, [runnerWith(luck, rateOf)]);
  return { steadily: result.shrunk.sequence, blindly: blindly.sequence };
}

describe('where a removal halves the rate', () => {
  it('what is left fails a quarter as often at the least, which it does not by itself', async () => {
    const all = await Promise.all(SEEDS.map(both));
    const good = (sequence: Sequence): boolean => rateOf(sequence) >= RATE / 4;
    expect(all.filter(({ steadily }) => good(steadily)).length).toBeGreaterThanOrEqual(27);
    expect(all.filter(({ blindly }) => good(blindly)).length).toBeLessThanOrEqual(15);
  });
});

describe('where no removal changes the rate', () => {
  it.each([0.8, 0.5])(
    '%f: the smallest sequence is found as before, and confirmed by ten runs',
    async (rate) => {
      for (const seed of SEEDS) {
        const runner = runnerWith(dice(seed), () => rate);
        const result = await search({ ...settings, seed }, [runner]);
        expect(result).toMatchObject({
          shrunk: { sequence: { commands: { length: 3 } }, confirmed: { runs: 10 } },
        });
      }
    },
  );
});

/** Sequences of 1, 2, 3 … commands. */
const chain = Array.from({ length: 9 }, (_, place): Sequence => ({
  commands: Array.from({ length: 9 - place }, (): Sequence['commands'][number] => ({ kind: 'check' })),
  schedule: 0,
}));

/** A watch over a runner that fails always for so many commands or more, never for fewer. */
function watching(least: number, stop: Watching['stop'] = () => null): Watching & { readonly ran: number[] } {
  const ran: number[] = [];
  const runner = ({ commands: { length } }: Sequence): Promise<RunResult> => {
    ran.push(length);
    return Promise.resolve(length >= least ? failed({ lostRows: [] }) : passed);
  };
  return { runners: [runner], accepts: () => true, stop, rate: 0.8, most: 40, ran };
}

describe('lastSteady', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('finds place %i by halving', async (place) => {
    const found = await lastSteady(chain, watching(9 - place));
    expect(found.place).toBe(place);
    expect(found.seen).toMatchObject({ isSteady: true, runs: 3 });
  });

  it('is the first one where no other is steady, and counts the runs that this took', async () => {
    const over = watching(9);
    expect(await lastSteady(chain, over)).toEqual({ place: 0, seen: null, runs: 27 });
    expect(over.ran).toHaveLength(27);
  });
});

describe('watch', () => {
  it('goes on from what was seen before', async () => {
    const [sequence] = chain;
    if (sequence === undefined) throw new Error('no sequence');
    const before = { failures: [], runs: 8 };
    await expect(watch(sequence, watching(10), before)).resolves.toEqual({
      failures: [],
      runs: 9,
      isSteady: false,
    });
  });

  it('says what is likelier when it is stopped', async () => {
    const [sequence] = chain;
    if (sequence === undefined) throw new Error('no sequence');
    const over = watching(1, () => 'budget');
    await expect(watch(sequence, over)).resolves.toEqual({ failures: [], runs: 0, isSteady: true });
    expect(over.ran).toEqual([]);
  });
});
