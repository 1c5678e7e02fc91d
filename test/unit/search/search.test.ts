import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../src/run/run.js';
import { search, type SearchResult, type SearchSettings } from '../../../src/search/search.js';
import type { Runner } from '../../../src/search/runner.js';
import { everyNth, failed, guiltyRunner, isGuilty, passed, sequences, smallest } from './runners.js';

const settings: SearchSettings = {
  sequences,
  runs: 100,
  seed: 1,
  deterministic: true,
  maxTries: 20,
  stop: () => null,
  stopShrinking: () => null,
  onFailure: () => undefined,
};

type Counterexample = Extract<SearchResult, { kind: 'counterexample' }>;

async function counterexample(
  changes: Partial<SearchSettings>,
  ...runners: [Runner, ...Runner[]]
): Promise<Counterexample> {
  const result = await search({ ...settings, ...changes }, runners);
  if (result.kind !== 'counterexample') throw new Error(result.kind);
  return result;
}

describe('search', () => {
  it('shrinks a deterministic failure to its smallest form, one run a candidate', async () => {
    const { found, shrunk } = await counterexample({}, guiltyRunner());
    expect(shrunk.sequence.commands).toEqual(smallest);
    expect(shrunk.complete).toBe(true);
    expect(shrunk.confirmed).toEqual({ failed: 1, runs: 1 });
    expect(found.replayed).toEqual({ failed: 1, runs: 1 });
    expect(isGuilty(found.sequence)).toBe(true);
  });

  it('keeps what shrinking accepted: sizes that only fall, the last one that of the result, each with the runs so far', async () => {
    const { found, shrunk } = await counterexample({}, guiltyRunner());
    const sizes = [found.sequence.commands.length, ...shrunk.steps.map(({ commands }) => commands)];
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes.at(-1)).toBe(smallest.length);
    const runs = shrunk.steps.map((step) => step.runs);
    expect(runs).toEqual([...new Set(runs)].sort((a, b) => a - b));
    expect(runs.at(-1)).toBeLessThanOrEqual(shrunk.runs);
    for (const step of shrunk.steps) {
      expect(step).toMatchObject({ signature: { lostRows: [] }, reproduction: { failed: 1, runs: 1 } });
    }
  });

  it('estimates how often a flaky failure shows, and shrinks it all the same', async () => {
    const { found, shrunk } = await counterexample({ deterministic: false }, guiltyRunner(everyNth(3)));
    expect(found.replayed).toEqual({ failed: 5, runs: 15 });
    expect(shrunk.sequence.commands).toEqual(smallest);
    expect(shrunk.confirmed).toEqual({ failed: 3, runs: 10 });
  });

  it('follows the way in which the sequence fails most often, where the first one is rare', async () => {
    let guilty = 0;
    const runner: Runner = (sequence) => {
      if (!isGuilty(sequence)) return Promise.resolve(passed);
      return Promise.resolve(failed(guilty++ === 0 ? { 'failed 1236': [] } : { 'failed 1507': [] }));
    };
    const { found, shrunk } = await counterexample({ deterministic: false }, runner);
    expect(shrunk.signature).toEqual({ 'failed 1507': [] });
    expect(found.replayed).toEqual({ failed: 5, runs: 5 });
    expect(shrunk.sequence.commands).toEqual(smallest);
  });

  it('keeps a failure that never comes again as it was, cut where it diverged', async () => {
    let shown = false;
    const once: Runner = (sequence) => {
      if (shown || !isGuilty(sequence)) return Promise.resolve(passed);
      shown = true;
      return Promise.resolve(failed({ lostRows: [] }, 9));
    };
    const { found, shrunk } = await counterexample({ deterministic: false }, once);
    expect(found.replayed).toEqual({ failed: 0, runs: 30 });
    expect(shrunk.sequence.commands).toEqual(found.sequence.commands.slice(0, 9));
    expect([shrunk.complete, shrunk.runs]).toEqual([false, 0]);
  });

  it('does not follow another failure while shrinking', async () => {
    const runner: Runner = (sequence) => {
      const { length } = sequence.commands;
      if (length < 8) return Promise.resolve(failed({ stuck: [] }));
      return Promise.resolve(isGuilty(sequence) ? failed({ lostRows: [] }) : passed);
    };
    const { shrunk } = await counterexample({}, runner);
    expect(shrunk.signature).toEqual({ lostRows: [] });
    expect(shrunk.sequence.commands).toHaveLength(8);
  });

  it('stops shrinking when it is told to, with the smallest so far', async () => {
    const runner = guiltyRunner();
    let first = 0;
    const { found, shrunk } = await counterexample(
      {
        onFailure: () => (first = runner.ran.length),
        stopShrinking: () => (first > 0 && runner.ran.length >= first + 4 ? 'budget' : null),
      },
      runner,
    );
    expect(shrunk.complete).toBe(false);
    expect(shrunk.runs).toBe(3);
    expect(isGuilty(shrunk.sequence)).toBe(true);
    expect(shrunk.sequence.commands.length).toBeLessThan(found.sequence.commands.length);
  });

  it('throws what a runner throws while shrinking', async () => {
    let runs = 0;
    const runner: Runner = (sequence): Promise<RunResult> => {
      runs += isGuilty(sequence) ? 1 : 0;
      if (runs > 3) return Promise.reject(new TypeError('a bug'));
      return Promise.resolve(isGuilty(sequence) ? failed({ lostRows: [] }) : passed);
    };
    await expect(search(settings, [runner])).rejects.toThrow('a bug');
  });
});
