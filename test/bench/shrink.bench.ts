import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../model/sequence.js';
import { triesFor, type Replays } from '../../src/shrink/tries.js';
import { independent, planted, SIMPLEST, type Bug } from './shrink/bugs.js';
import { dice } from './shrink/dice.js';
import { drive, type Shrunk } from './shrink/drive.js';
import { driveFcCommands } from './shrink/fcCommands.js';

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

interface Row {
  readonly bug: string;
  readonly executions: number;
  readonly most: number;
  readonly commands: number;
  readonly minimal: number;
  readonly target: number;
  readonly fcCommands: string;
}

const rows: Row[] = [];

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const percent = (results: readonly Shrunk[], isMinimal: (sequence: Sequence) => boolean): number =>
  (100 * results.filter(({ sequence }) => isMinimal(sequence)).length) / results.length;

function report(
  bug: string,
  target: number,
  ours: readonly Shrunk[],
  isMinimal: (sequence: Sequence) => boolean,
  theirs: readonly Shrunk[] = [],
): Row {
  const executions = ours.map((each) => each.executions);
  const isSmall = ({ commands }: Sequence): boolean => commands.length === ours[0]?.sequence.commands.length;
  const row = {
    bug,
    executions: mean(executions),
    most: Math.max(...executions),
    commands: mean(ours.map((each) => each.commands)),
    minimal: percent(ours, isMinimal),
    target,
    fcCommands:
      theirs.length === 0
        ? '–'
        : `${mean(theirs.map((each) => each.executions)).toFixed(0)} / ${mean(theirs.map((each) => each.commands)).toFixed(0)}, ${percent(theirs, isSmall).toFixed(0)} %`,
  };
  rows.push(row);
  writeTable();
  return row;
}

function writeTable(): void {
  const lines = rows.map((row) => {
    const ours = `${row.executions.toFixed(1)} / ${row.commands.toFixed(0)}`;
    return `| ${row.bug} | ${ours} | ${row.most} | ≤ ${row.target} | ${row.minimal.toFixed(1)} % | ${row.fcCommands} |`;
  });
  const table = [
    '| bug | executions / commands run, mean | most | target | minimal | `fc.commands` on the same |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/shrink.md', `${table}\n`);
  writeFileSync('test-results/shrink.json', `${JSON.stringify(rows, null, 2)}\n`);
  if (rows.length === ROWS) console.log(`\nShrinking, ${SEEDS.length} seeds each\n\n${table}\n`);
}

const INDEPENDENT = [
  [50, 2, 22],
  [200, 5, 55],
] as const;
const COUPLED = [
  [20, 30],
  [50, 36],
  [200, 45],
] as const;
const FLAKY = [
  [0.5, 70, 98],
  [0.2, 240, 97],
] as const;
const ROWS = INDEPENDENT.length + COUPLED.length + FLAKY.length;

/** Both sides on the bugs that `make` makes of the seeds. */
function compare(make: (seed: number) => Bug): { ours: readonly Shrunk[]; theirs: readonly Shrunk[] } {
  const bugs = SEEDS.map(make);
  return {
    ours: bugs.map(({ sequence, fails }) => drive(sequence, fails)),
    theirs: bugs.map((bug, seed) => driveFcCommands(bug, seed)),
  };
}

describe('executions until shrinking ends', () => {
  it.each(INDEPENDENT)('%i commands, %i needed: at most %i', (size, guilty, target) => {
    const { ours, theirs } = compare((seed) => independent(size, guilty, seed));
    const name = `${size} independent commands, ${guilty} needed`;
    const row = report(name, target, ours, ({ commands }) => commands.length === guilty, theirs);
    expect(row.executions).toBeLessThanOrEqual(target);
    expect(row.minimal).toBe(100);
  });

  it.each(COUPLED)('%i commands, six coupled ones needed: at most %i', (size, target) => {
    const { ours, theirs } = compare((seed) => planted(size, seed));
    const isSimplest = ({ commands }: Sequence): boolean =>
      JSON.stringify(commands) === JSON.stringify(SIMPLEST);
    const row = report(`${size} commands, six coupled ones needed`, target, ours, isSimplest, theirs);
    expect(row.executions).toBeLessThanOrEqual(target);
    expect(row.minimal).toBe(100);
  });

  it.each(FLAKY)('50 commands, 2 needed, failing at rate %f: at most %i', (rate, target, share) => {
    const results = SEEDS.map((seed) => driveFlaky(independent(50, 2, seed), rate, seed));
    const replays = mean(results.map(({ runs }) => runs)).toFixed(0);
    const name = `50 independent commands, 2 needed, failing at rate ${rate} (after ${replays} replays)`;
    const row = report(name, target, results, ({ commands }) => commands.length === 2);
    expect(row.executions).toBeLessThanOrEqual(target);
    expect(row.minimal).toBeGreaterThanOrEqual(share);
  });
});

/** As the search does it: replays for the rate until five of them have failed, then shrinking with the tries that they ask for. */
function driveFlaky({ sequence, fails }: Bug, rate: number, seed: number): Shrunk & Replays {
  const luck = dice(seed + 1_000_000);
  const failsNow = (candidate: Sequence): boolean => fails(candidate) && luck.below(1000) < rate * 1000;
  let replays: Replays = { failed: 0, runs: 0 };
  while (replays.failed < 5 && replays.runs < 30) {
    replays = { failed: replays.failed + (failsNow(sequence) ? 1 : 0), runs: replays.runs + 1 };
  }
  return { ...drive(sequence, failsNow, triesFor(replays, 100)), ...replays };
}
