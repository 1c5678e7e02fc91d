import { randomInt } from 'node:crypto';
import { chooseCluster } from '../cluster/openCluster.js';
import { UsageError } from '../cluster/cluster.js';
import { withPlantedFaults } from '../conf/plantedFaults.js';
import { loadWorkload } from '../conf/workload.js';
import { reap } from '../process/reap.js';
import { clock, progressLine, totalsLine } from '../report/progress.js';
import { failureLine } from '../report/summary.js';
import { hunt, type Caught } from '../search/hunt.js';
import { live, standardError } from './live.js';
import { INTERRUPTED, interruption } from './stopping.js';

/** Options of `cdcheck run`. */
export interface RunSearchOptions {
  readonly cluster: string;
  readonly workload: string;
  readonly runs: number;
  readonly minutes?: number;
  readonly shrinkMinutes: number;
  readonly explainMinutes: number;
  readonly seed?: number;
  readonly path?: string;
  readonly out: string;
}

/** `cdcheck run`: searches, and sets the exit code: 0 passed, 1 counterexample, 3 inconclusive, 130 interrupted. */
export async function runSearch(options: RunSearchOptions): Promise<void> {
  if (options.path !== undefined && options.seed === undefined) {
    throw new UsageError('--path goes with --seed: give the seed that was printed with it');
  }
  const workload = loadWorkload(options.workload);
  const { conf: chosen, why } = await chooseCluster(options.cluster);
  const conf = withPlantedFaults(chosen, process.env['CDCHECK_FAULTS']);
  reap();
  const seed = options.seed ?? randomInt(2 ** 31);
  const minutes = options.minutes ?? null;
  const screen = live(standardError);
  const begun = performance.now();
  const caught = await hunt({
    conf,
    workload,
    runs: options.runs,
    seed,
    path: options.path ?? null,
    out: options.out,
    minutes,
    shrinkMinutes: options.shrinkMinutes,
    explainMinutes: options.explainMinutes,
    isInterrupted: interruption(screen.say),
    onOpen: () => {
      screen.say(`${why}, workload ${workload.name}, seed ${seed}`);
    },
    onFailure: ({ verdict }) => {
      screen.say(failureLine(verdict));
    },
    onRun: (phase, statistics) => {
      const elapsed = performance.now() - begun;
      const limit = minutes === null ? null : minutes * 60_000;
      screen.update(() => progressLine({ phase, statistics, elapsed, runs: options.runs, limit }));
    },
  });
  screen.end();
  process.stdout.write(`${closing(caught, performance.now() - begun)}\n`);
  process.exitCode = exitCodeOf(caught);
}

function closing({ text, statistics }: Caught, elapsed: number): string {
  return `${text}\n${totalsLine(statistics)} in ${clock(elapsed)}`;
}

function exitCodeOf({ kind, why }: Caught): number {
  switch (kind) {
    case 'passed':
      return 0;
    case 'stopped':
      return why === 'interrupted' ? INTERRUPTED : 0;
    case 'counterexample':
      return 1;
    case 'inconclusive':
      return 3;
  }
}
