import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import type { LaneCommand } from '../../model/commands/concurrently.js';
import type { FaultName } from '../../src/cluster/embedded/faults.js';
import type { Explanation } from '../../src/explain/explanation.js';
import { create, normal } from '../model/make.js';
import { explainedOn } from '../unit/explain/onEmbedded.js';
import { minima } from './minima.js';

/** What must be said of the first of the known smallest sequences of each fault: how it went wrong, at which command, in which table. */
const verdicts: Readonly<Partial<Record<FaultName, string>>> = {
  'resume-too-late':
    'row 1 of t1 is lost downstream: INSERT #2 was never written there; without the kill #3 of capture 1 it does not happen',
  'ddl-twice-truncate':
    'row 1 of t1 is lost downstream: TRUNCATE PARTITION #2 was executed twice there, before and after the kill #3 of capture 0',
  'ddl-twice-exchange':
    'row 1 of t2 is in t1 downstream: EXCHANGE PARTITION #4 was executed twice there, before and after the kill #5 of capture 0',
  'ddl-twice-drop':
    'downstream refuses DROP PARTITION #2 of t1 with error 1507: it had executed it already, before the kill #3 of capture 0',
  'truncate-then-insert':
    'row 1 of t1 is lost downstream: INSERT #3 was never written there; without TRUNCATE TABLE #2 it does not happen',
  'new-partition-unwatched':
    'row 1 of t1 is lost downstream: INSERT #4 was never written there; without ADD PARTITION #2 or the kill #3 of capture 0 it does not happen',
  'recover-unwatched':
    'row 1 of t1 is lost downstream: INSERT #4 was never written there; without DROP TABLE #2 or RECOVER TABLE #3 it does not happen',
  'exchange-wrong-schema':
    'row 1 of t2 is in t1 downstream: INSERT #3 was written into t2 there and into t1 upstream, as if EXCHANGE PARTITION #4 had come before it',
  'barrier-last-not-first':
    'row 1 of t1 is lost downstream: INSERT #4 was written there before DROP PARTITION #3, which comes before it upstream; without the kill #2 of capture 1 or ADD INDEX #5 it does not happen',
  'stale-epoch':
    'row 2 of t1 is lost downstream: INSERT #2 was never written there; without the kill #3 of capture 1 or INSERT #4 it does not happen',
  'two-writers':
    'row 1 of t1 is downstream only: INSERT #2 was written there again after DELETE #4, by capture 1, after the kill #3 of capture 1',
  'pass-never-sent':
    'downstream does not get past ADD INDEX #2 of t1, although it was executed there; without the kill #3 of capture 0 it does not happen',
  'drop-create-same-name':
    'row 1 of t1 is downstream only: INSERT #2 was written there again after DROP TABLE #3, by capture 1, after the kill #5 of capture 0; without CREATE TABLE #4 it does not happen',
  'ddl-before-dml':
    'row 1 of t1 is downstream only: INSERT #2 was written there only after DROP PARTITION #3, which comes after it upstream',
  'partition-moved':
    'row 1 of t1 is lost downstream: INSERT #3 was never written there; without the kill #2 of capture 1 it does not happen',
  'split-transaction':
    'row 1 of t2 is lost downstream: only a part of the transaction #3 was written there; without the kill #4 of capture 1 it does not happen',
};

describe('the verdict', () => {
  it.each(Object.entries(verdicts))('on %s', async (fault, sentence) => {
    const { verdict } = await explainedMinimum(fault as FaultName, 0);
    expect(verdict.sentence).toBe(sentence);
  });

  it('is known beforehand for each fault whose smallest sequences are', () => {
    expect(Object.keys(verdicts).sort()).toEqual(Object.keys(minima).sort());
  });

  const others = Object.entries(minima).flatMap(([fault, { minima: all }]) =>
    all.slice(1).map((commands, place) => ({ fault: fault as FaultName, place: place + 1, commands })),
  );
  it.each(others)(
    'tells the same of $fault in its sequence $place: $commands.length commands',
    async (each) => {
      const { fault, place } = each;
      const [first, other] = [await explainedMinimum(fault, 0), await explainedMinimum(fault, place)];
      expect(other.verdict.divergence?.kind).toBe(first.verdict.divergence?.kind);
    },
  );
});

/** Commands that run at once, each in a lane of its own. */
function atOnce(...commands: readonly LaneCommand[]): Command {
  return { kind: 'concurrently', lanes: commands.map((command) => ({ offset: 0, commands: [command] })) };
}

describe('the verdict on a fault that needs commands side by side', () => {
  const insert = (id: number): LaneCommand => ({ kind: 'insert', table: 't1', ids: [id] });

  it('upstream-reorganize', async () => {
    const into = [
      { name: 'p1', lessThan: 5 },
      { name: 'p2', lessThan: 10 },
    ];
    const split: LaneCommand = { kind: 'reorganizePartition', table: 't1', partitions: ['p0'], into };
    const { verdict } = await explainedOn(
      [create('t1', ['p0', 10]), atOnce(split, insert(2))],
      ['upstream-reorganize'],
    );
    expect(verdict.sentence).toBe(
      'upstream shows no trace of insert #3 [55–60 ms, ok] that fits any order of the commands, beside or before reorganizePartition #2 [55–135 ms, ok]: ' +
        'upstream itself is wrong in t1, replication is not concerned; without REORGANIZE PARTITION #2 it does not happen',
    );
    expect(verdict).toMatchObject({ table: 't1', commands: [3, 2] });
  });

  it('same-timestamp-gap', async () => {
    const index: LaneCommand = { kind: 'addIndex', table: 't1', index: { name: 'i_data', column: 'data' } };
    const kill: LaneCommand = { kind: 'killCapture', capture: 0, signal: 'TERM', delay: 29 };
    const { verdict, needed } = await explainedOn(
      [normal('t1'), { kind: 'check' }, atOnce(insert(1), index, kill)],
      ['same-timestamp-gap'],
    );
    expect(verdict.sentence).toBe(
      't1 has another definition downstream: ADD INDEX #4 was never executed there; without the check #2 or INSERT #3 it does not happen',
    );
    expect(needed.map(({ tally }) => tally.failed)).toEqual([0, 0, 0, 0, 1]);
  });
});

describe('the explanation of each smallest sequence', () => {
  it.each(Object.keys(minima))('%s: needs every command', async (fault) => {
    const { needed, unchanged, ended } = await explainedMinimum(fault as FaultName, 0);
    expect(unchanged).toMatchObject({ runs: 1, failed: 1 });
    expect(needed.map(({ tally }) => [tally.runs, tally.failed])).toEqual(needed.map(() => [1, 0]));
    expect(ended).toBe('complete');
  });
});

function explainedMinimum(fault: FaultName, place: number): Promise<Explanation> {
  const commands: readonly Command[] = minima[fault]?.minima[place] ?? [];
  return explainedOn(commands, [fault]);
}
