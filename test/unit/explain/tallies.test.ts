import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { sumOf, tallied, type Counting } from '../../../src/explain/tallies.js';
import type { RunResult } from '../../../src/run/run.js';
import { failed, inconclusive, passed } from '../search/runners.js';

const wait = (ms: number): Sequence => ({ commands: [{ kind: 'wait', ms } satisfies Command], schedule: 0 });

/** Counts what `answers` makes of each wait, by its ms and the number of the run. */
function counting(
  answers: (ms: number, run: number) => RunResult,
  over: (runs: number) => boolean = () => false,
): Counting & { readonly ran: readonly number[] } {
  const ran: number[] = [];
  return {
    ran,
    runners: [
      ({ commands: [command] }) => {
        const ms = command?.kind === 'wait' ? command.ms : 0;
        ran.push(ms);
        return Promise.resolve(answers(ms, ran.length));
      },
    ],
    isSame: ({ verdict }) => 'lostRows' in verdict.signature,
    isOver: () => over(ran.length),
    onSame: () => undefined,
  };
}

describe('tallied', () => {
  it('runs in rounds, so that all have as many runs when it is over', async () => {
    const each = counting(
      () => passed,
      (runs) => runs >= 5,
    );
    const tallies = await tallied([wait(1), wait(2), wait(3)], 10, each);
    expect(each.ran).toEqual([1, 2, 3, 1, 2]);
    expect(tallies.map(({ runs }) => runs)).toEqual([2, 2, 1]);
  });

  it('counts the ways of failing, the most frequent one first, and the one that is the same', async () => {
    const each = counting((_, run) =>
      run === 2 ? failed({ lostRows: ['insert'] }) : failed({ 'failed 1507': [] }),
    );
    const [tally] = await tallied([wait(1)], 3, each);
    expect(tally).toEqual({
      runs: 3,
      failed: 1,
      ways: [
        { signature: 'failed 1507', detail: '', isSame: false, runs: 2 },
        { signature: 'lostRows(insert)', detail: '', isSame: true, runs: 1 },
      ],
    });
  });

  it('lets sequences that are equal share their runs', async () => {
    const each = counting((ms) => (ms === 1 ? failed({ lostRows: [] }) : passed));
    const tallies = await tallied([wait(1), wait(2), wait(1)], 2, each);
    expect(each.ran).toEqual([1, 2, 1, 2]);
    expect(tallies.map(({ runs, failed: wrong }) => [runs, wrong])).toEqual([
      [2, 2],
      [2, 0],
      [2, 2],
    ]);
  });

  it('leaves a sequence alone after three inconclusive runs', async () => {
    const each = counting((ms) => (ms === 1 ? inconclusive : passed));
    const tallies = await tallied([wait(1), wait(2)], 5, each);
    expect(each.ran.filter((ms) => ms === 1)).toHaveLength(3);
    expect(tallies.map(({ runs }) => runs)).toEqual([0, 5]);
  });
});

it('sums up what two rounds of runs showed', () => {
  const way = { signature: 'stuck', detail: 'a', isSame: true };
  expect(
    sumOf(
      { runs: 2, failed: 1, ways: [{ ...way, runs: 1 }] },
      { runs: 4, failed: 2, ways: [{ ...way, detail: 'b', runs: 2 }] },
    ),
  ).toEqual({ runs: 6, failed: 3, ways: [{ ...way, runs: 3 }] });
});
