import { describe, expect, it } from 'vitest';
import { progressLine, totalsLine } from '../../../src/report/progress.js';

const statistics = { runs: 11, commands: 3456, kills: 1, failures: 0, inconclusive: 3 };

describe('the line of progress', () => {
  it.each([
    [
      { phase: 'searching', runs: 16 },
      'searching: run 8 of 16, 3,456 commands, 1 kill, 0 failures, 3 inconclusive, 11 runs/min, 1:00 left',
    ],
    [
      { phase: 'searching', runs: 16, limit: 70_000 },
      'searching: run 8 of 16, 3,456 commands, 1 kill, 0 failures, 3 inconclusive, 11 runs/min, 0:10 left',
    ],
    [
      { phase: 'shrinking', runs: 16 },
      'shrinking: run 11, 3,456 commands, 1 kill, 0 failures, 3 inconclusive, 11 runs/min',
    ],
  ] as const)('%j', (given, line) => {
    expect(progressLine({ statistics, elapsed: 60_000, limit: null, ...given })).toBe(line);
  });

  it('tells no time that is left where every run was inconclusive', () => {
    const none = { runs: 2, commands: 0, kills: 0, failures: 0, inconclusive: 2 };
    expect(
      progressLine({ phase: 'searching', statistics: none, elapsed: 60_000, runs: 8, limit: null }),
    ).toBe('searching: run 0 of 8, 0 commands, 0 kills, 0 failures, 2 inconclusive, 2.0 runs/min');
  });
});

describe('the closing line', () => {
  it('counts the runs that were inconclusive, where there are any', () => {
    expect(totalsLine(statistics)).toBe('11 runs (3 inconclusive), 3,456 commands, 1 kill');
    expect(totalsLine({ ...statistics, inconclusive: 0 })).toBe('11 runs, 3,456 commands, 1 kill');
  });
});
