import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../../model/sequence.js';
import { attempt } from '../../../src/search/attempt.js';
import { everyNth, failed, guiltyRunner, inconclusive, passed, smallest } from './runners.js';

const sequence: Sequence = { commands: smallest, schedule: 0 };
const never = (): null => null;

describe('attempt', () => {
  it('stops as soon as there are enough failures', async () => {
    const runner = guiltyRunner(everyNth(3));
    const { failures, runs } = await attempt(
      [runner],
      sequence,
      { tries: 20, enough: 2, stop: never },
      () => true,
    );
    expect([failures.length, runs, runner.ran.length]).toEqual([2, 6, 6]);
  });

  it('ends after all tries', async () => {
    const runner = guiltyRunner(everyNth(30));
    const { failures, runs } = await attempt(
      [runner],
      sequence,
      { tries: 20, enough: 1, stop: never },
      () => true,
    );
    expect([failures.length, runs]).toEqual([0, 20]);
  });

  it('does not count failures that are not accepted', async () => {
    const runner = (): Promise<ReturnType<typeof failed>> => Promise.resolve(failed({ stuck: [] }));
    const { failures, runs } = await attempt(
      [runner],
      sequence,
      { tries: 4, enough: 1, stop: never },
      () => false,
    );
    expect([failures.length, runs]).toEqual([0, 4]);
  });

  it('makes up for three inconclusive runs, and takes them for no result', async () => {
    let begun = 0;
    const runner = (): Promise<typeof passed> => Promise.resolve(++begun <= 5 ? inconclusive : passed);
    const { runs } = await attempt([runner], sequence, { tries: 4, enough: 1, stop: never }, () => true);
    expect([begun, runs]).toEqual([7, 2]);
  });

  it('shares the tries among runners that work side by side', async () => {
    const [first, second] = [guiltyRunner(everyNth(99)), guiltyRunner(everyNth(99))];
    const { runs } = await attempt(
      [first, second],
      sequence,
      { tries: 10, enough: 1, stop: never },
      () => true,
    );
    expect([runs, first.ran.length, second.ran.length]).toEqual([10, 5, 5]);
  });
});
