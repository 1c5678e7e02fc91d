import { mkdirSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../model/sequence.js';
import { faultNames, type FaultName } from '../../src/cluster/embedded/faults.js';
import { openEmbedded } from '../../src/cluster/embedded/openEmbedded.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { run } from '../../src/run/run.js';
import { sequencesFor } from '../../src/search/arena.js';
import { minima } from '../planted/minima.js';
import { options } from '../planted/onEmbedded.js';
import { inPlainNode } from './embedded/plainNode.js';
import { uniformRun } from './embedded/uniform.js';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
/** Commands after which a fault counts as not found. */
const MOST = 50_000;
const HEALTHY_RUNS = 100_000;
const BATCH = 20;

const lines: string[] = [];

function report(line: string): void {
  lines.push(line);
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/bench-embedded.md', `${lines.join('\n')}\n`);
  process.stdout.write(`${line}\n`);
}

/** Commands that were carried out until the fault is first seen, however it shows; MOST where it is not. */
async function commandsUntilSeen(fault: FaultName, sequenceOf: (run: number) => Sequence): Promise<number> {
  const cluster = await openEmbedded({ name: 'embedded', faults: [fault] });
  let commands = 0;
  for (let number = 0; commands < MOST; number++) {
    const sequence = sequenceOf(number);
    const { verdict } = await run(sequence, cluster, options);
    if (verdict.kind === 'failed') return Math.min(MOST, commands + verdict.at);
    commands += sequence.commands.length;
  }
  return MOST;
}

/** The sequences of one seed, drawn as they are asked for, one after the other. */
function drawnFrom(sequences: fc.Arbitrary<Sequence>, seed: number): (run: number) => Sequence {
  let batch: readonly Sequence[] = [];
  return (number) => {
    const place = number % BATCH;
    if (place === 0) batch = fc.sample(sequences, { numRuns: BATCH, seed: seed * 1_000_000 + number });
    const sequence = batch[place];
    if (sequence === undefined) throw new Error('no sequence was drawn');
    return sequence;
  };
}

const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0;

const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);

describe('commands until a planted fault is first seen', () => {
  it('is at least five times fewer with partition-ddl than with the script of the issue, in the geometric mean', async () => {
    report('| fault | partition-ddl, median (p90) | issue 1192 script, median (p90) | times fewer |');
    report('| --- | --- | --- | --- |');
    const cluster = await openEmbedded({ name: 'embedded', faults: [] });
    const sequences = sequencesFor(loadWorkload('partition-ddl'), cluster);
    const ratios: number[] = [];
    for (const fault of faultNames.filter((name) => minima[name] !== undefined)) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (const seed of SEEDS) {
        ours.push(await commandsUntilSeen(fault, drawnFrom(sequences, seed)));
        theirs.push(await commandsUntilSeen(fault, (number) => uniformRun(seed * 1_000_000 + number)));
      }
      const ratio = geometricMean(theirs) / geometricMean(ours);
      ratios.push(ratio);
      const cell = (found: readonly number[]): string => {
        const shown = (count: number): string => (count >= MOST ? `≥ ${MOST}` : String(count));
        return `${shown(quantile(found, 0.5))} (${shown(quantile(found, 0.9))})`;
      };
      report(`| ${fault} | ${cell(ours)} | ${cell(theirs)} | ${ratio.toFixed(1)} |`);
    }
    const mean = geometricMean(ratios);
    report(`| geometric mean | | | ${mean.toFixed(1)} |`);
    expect(mean).toBeGreaterThanOrEqual(5);
  });
});

describe('healthy runs of 40 commands', () => {
  it(`are ${HEALTHY_RUNS} without a false alarm, 1,000 a second on one core, in flat memory`, async () => {
    const { runs, cpuSeconds, seconds, heaps, alarm } = await inPlainNode(HEALTHY_RUNS);
    const rate = runs / cpuSeconds;
    report(`\n${runs} healthy runs of 40 commands, ${alarm === null ? 'no' : 'one'} false alarm:`);
    report(`${rate.toFixed(0)} runs a CPU second, ${(runs / seconds).toFixed(0)} a second of the clock;`);
    report(`heap in each tenth of them: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB`);
    expect(alarm).toBeNull();
    expect(runs).toBe(HEALTHY_RUNS);
    expect(heaps).toHaveLength(10);
    expect(Math.max(...heaps)).toBeLessThan(1.25 * Math.min(...heaps));
    expect(rate).toBeGreaterThanOrEqual(1000);
  });
});
