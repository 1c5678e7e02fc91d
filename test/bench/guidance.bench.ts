import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faultNames, type FaultName } from '../../src/cluster/embedded/faults.js';
import { openEmbedded } from '../../src/cluster/embedded/openEmbedded.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { featuresOf } from '../../src/fuzz/coverage.js';
import { stepsSeen } from '../../src/fuzz/coverSteps.js';
import { Guide } from '../../src/fuzz/guide.js';
import { seedOf } from '../../src/fuzz/strands.js';
import { run } from '../../src/run/run.js';
import { sequencesSettings } from '../../src/search/arena.js';
import { minima } from '../planted/minima.js';
import { options } from '../planted/onEmbedded.js';

/** Seeds of each fault; `CDCHECK_BENCH_SEEDS` for fewer. */
const SEEDS = Number(process.env['CDCHECK_BENCH_SEEDS'] ?? 20);

/** Commands after which a fault counts as not found. */
const MOST = 50_000;

/** What guidance is to save: found after at most so many times the commands. */
const GOAL = 0.6;

/** Faults of which a smallest sequence without lanes is known; partition-ddl shows no others. */
const faults = faultNames.filter((fault) => minima[fault] !== undefined);

/** Commands that one strand without end carries out until the fault shows. */
async function commandsUntilSeen(fault: FaultName, seed: number, isGuided: boolean): Promise<number> {
  const cluster = await openEmbedded({ name: 'embedded', faults: [fault] });
  const guide = new Guide(sequencesSettings(loadWorkload('partition-ddl'), cluster), []);
  let commands = 0;
  for (let number = 0; commands < MOST; number++) {
    const own = seedOf(seed, number);
    const sequence = isGuided ? guide.next(own) : guide.plain(own);
    const { verdict, trace } = await run(sequence, cluster, options);
    if (verdict.kind === 'failed') return Math.min(MOST, commands + verdict.at);
    commands += sequence.commands.length;
    if (isGuided) guide.learn(sequence, featuresOf(stepsSeen(trace), cluster.captures));
  }
  return MOST;
}

const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);

it(`with guidance faults take at most ${GOAL} × the commands`, async () => {
  const lines = [
    `commands until a fault is seen, geometric mean of ${SEEDS} seeds: with guidance, without, ratio`,
  ];
  const ratios: number[] = [];
  for (const fault of faults) {
    const [guided, plain]: [number[], number[]] = [[], []];
    for (let seed = 1; seed <= SEEDS; seed++) {
      guided.push(await commandsUntilSeen(fault, seed, true));
      plain.push(await commandsUntilSeen(fault, seed, false));
    }
    const [one, other] = [geometricMean(guided), geometricMean(plain)];
    ratios.push(one / other);
    lines.push(`${fault}: ${one.toFixed(0)}, ${other.toFixed(0)}, ${(one / other).toFixed(2)}`);
  }
  const all = geometricMean(ratios);
  lines.push(`all ${faults.length}: ${all.toFixed(3)}`);
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/bench-guidance.md', `${lines.join('\n')}\n`);
  process.stdout.write(`${lines.join('\n')}\n`);
  expect(all).toBeLessThanOrEqual(GOAL);
});
