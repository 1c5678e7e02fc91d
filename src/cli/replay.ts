import { clusterFor } from '../conf/savedCluster.js';
import { reap } from '../process/reap.js';
import { sequenceLines } from '../report/describe.js';
import { loadCounterexample } from '../report/loadCounterexample.js';
import { anomalyLines } from '../report/anomalyLines.js';
import { reproductionText } from '../report/reproductionText.js';
import { openArena } from '../search/arena.js';
import { attempt } from '../search/attempt.js';
import { budget } from '../search/budget.js';
import { refuseUnsupported } from '../search/supported.js';
import { live, standardError } from './live.js';
import { interruption } from './stopping.js';

/** Options of `cdcheck replay`. */
export interface ReplayOptions {
  readonly cluster?: string;
  readonly runs: number;
}

/** `cdcheck replay FILE`: runs a saved counterexample again. Exit code 1 where it failed at least once, 3 where no run told anything. */
export async function replay(file: string, options: ReplayOptions): Promise<void> {
  const counterexample = loadCounterexample(file);
  const conf = clusterFor(file, counterexample.cluster.conf, options.cluster, process.env['CDCHECK_FAULTS']);
  reap();
  const screen = live(standardError);
  const { stop } = budget(null, interruption(screen.say));
  const arena = await openArena(conf, ({ runs, failures }) => {
    screen.update(() => `run ${runs} of ${options.runs}, ${failures} failed`);
  });
  try {
    const { sequence } = counterexample;
    const { dialect } = arena.cluster;
    refuseUnsupported(sequence, arena.cluster);
    const limits = { tries: options.runs, enough: options.runs, stop };
    const { failures, runs } = await attempt(arena.runners, sequence, limits, () => true);
    screen.end();
    const anomalies = failures.at(-1)?.verdict.anomalies ?? [];
    const lines = [...sequenceLines(dialect, sequence), '', ...anomalyLines(anomalies), ''];
    const rate = reproductionText({ failed: failures.length, runs });
    process.stdout.write([...lines, `fails ${rate} on ${conf.name}`, ''].join('\n'));
    process.exitCode = failures.length > 0 ? 1 : runs > 0 ? 0 : 3;
  } finally {
    await arena.close();
  }
}
