import { expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { explain } from '../../../src/explain/explain.js';
import { budget } from '../../../src/search/budget.js';
import type { Runner } from '../../../src/search/runner.js';
import { normal, rows } from '../../model/make.js';
import { passed } from '../search/runners.js';
import { explainedOn, failingOn } from './onEmbedded.js';

const kill: Command = { kind: 'killCapture', capture: 1, signal: 'KILL', delay: 0 };
const commands = [normal('t1'), rows('t1', 1), kill];
const fault = 'resume-too-late';
const sentence =
  'row 1 of t1 is lost downstream: INSERT #2 was never written there; without the kill #3 of capture 1 it does not happen';

it('tells what is needed and what failover changes, one run each where the cluster is deterministic', async () => {
  const { needed, failover, unchanged, verdict, ended } = await explainedOn(commands, [fault]);
  const same = {
    signature: 'lostRows(insert)',
    detail: '1 row of t1 lost downstream',
    isSame: true,
    runs: 1,
  };
  expect(verdict.sentence).toBe(sentence);
  expect(unchanged).toEqual({ runs: 1, failed: 1, ways: [same] });
  expect(needed).toEqual([
    { number: 1, pruned: [2], tally: { runs: 1, failed: 0, ways: [] } },
    { number: 2, pruned: [], tally: { runs: 1, failed: 0, ways: [] } },
    { number: 3, pruned: [], tally: { runs: 1, failed: 0, ways: [] } },
  ]);
  expect(failover.map(({ label, tally }) => [label, tally.failed])).toEqual([
    ['no kill', 0],
    ['TERM for every kill', 0],
    ['capture 1 alone', 0],
    ['kill #3 before the first command', 0],
    ['kill #3 after #1', 0],
  ]);
  expect(ended).toBe('complete');
});

it('is exact through JSON', async () => {
  const explanation = await explainedOn(commands, [fault]);
  expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
});

it('runs the sequence until it fails where no failing run is at hand', async () => {
  const { target, how } = await failingOn(commands, [fault]);
  const { verdict, unchanged } = await explain(target, { ...how, failure: null });
  expect(verdict.sentence).toBe(sentence);
  expect(unchanged).toMatchObject({ runs: 1, failed: 1 });
});

it('compares failovers only, where that is asked for', async () => {
  const { target, how } = await failingOn(commands, [fault]);
  const { needed, failover } = await explain(target, { ...how, what: 'failover' });
  expect([needed.length, failover.length]).toEqual([0, 5]);
});

it('explains from what there is where it is interrupted before its first run', async () => {
  const { target, how } = await failingOn(commands, [fault]);
  const interrupted = budget(null, () => true);
  const explanation = await explain(target, { ...how, budget: interrupted });
  expect(explanation.verdict.sentence).toBe(
    'row 1 of t1 is lost downstream: INSERT #2 was never written there',
  );
  expect(explanation.unchanged.runs).toBe(0);
  expect(explanation.needed.map(({ tally }) => tally.runs)).toEqual([0, 0, 0]);
  expect(explanation.ended).toBe('interrupted');
});

it('begins no run that might not end within the budget', async () => {
  const { target, how } = await failingOn(commands, [fault]);
  let begun = 0;
  const runner: Runner = (sequence) => {
    begun++;
    return how.runners[0]?.(sequence) ?? Promise.resolve(passed);
  };
  // As long as nothing has run, nothing is known of how long a run takes; then it is longer than what is left.
  const nearlyOver = { ...budget(null, () => false), left: () => Number.MIN_VALUE };
  const { ended } = await explain(target, { ...how, runners: [runner], budget: nearlyOver });
  expect([begun, ended]).toEqual([1, 'budget']);
});

it('says of a sequence that does not fail here that there is nothing to go by', async () => {
  const { target, how } = await failingOn(commands, [fault]);
  const explanation = await explain(target, {
    ...how,
    failure: null,
    runners: [() => Promise.resolve(passed)],
  });
  expect(explanation.verdict).toEqual({
    sentence: 'row 1 of t1 is lost downstream: it failed in 0 of 1 run here, so there is no evidence of how',
    table: 't1',
    commands: [],
    divergence: null,
  });
});

it('runs each as often as it takes to notice a failure that comes as seldom, where the cluster is not deterministic', async () => {
  const { target, how, failure } = await failingOn(commands, [fault]);
  const flaky = { ...how, cluster: { ...how.cluster, deterministic: false }, maxTries: 20 };
  const runner: Runner = ({ commands: run }) => Promise.resolve(run.length === 3 ? failure : passed);
  const seldom = { ...target, reproduction: { failed: 6, runs: 10 } };
  const here = await explain(seldom, { ...flaky, runners: [runner] });
  expect(here.needed.map(({ tally }) => tally.runs)).toEqual([5, 5, 5]);
  expect(here.verdict.sentence).toBe(`${sentence} (0 of 5 runs)`);
  const elsewhere = await explain({ ...seldom, foundOn: 'mariadb' }, { ...flaky, runners: [runner] });
  expect(elsewhere.needed.map(({ tally }) => tally.runs)).toEqual([20, 20, 20]);
});
