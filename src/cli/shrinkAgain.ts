import { clusterFor } from '../conf/savedCluster.js';
import { reap } from '../process/reap.js';
import { loadCounterexample } from '../report/loadCounterexample.js';
import { checkOutFolder } from '../report/outFolder.js';
import { reproductionText } from '../report/reproductionText.js';
import { openArena } from '../search/arena.js';
import { budget } from '../search/budget.js';
import { saveExplained } from '../search/saveExplained.js';
import { shrinkFound } from '../search/shrinkFound.js';
import { refuseUnsupported } from '../search/supported.js';
import { toCounterexample } from '../search/toCounterexample.js';
import { Smaller } from '../shrink/smaller.js';
import { live, standardError } from './live.js';
import { interruption } from './stopping.js';

/** Options of `cdcheck shrink`. */
export interface ShrinkAgainOptions {
  readonly cluster?: string;
  readonly minutes?: number;
  readonly explainMinutes: number;
  readonly out: string;
}

/** `cdcheck shrink FILE`: goes on shrinking where a budget or Ctrl-C ended it. Exit code 1 with a counterexample, 3 where it no longer fails. */
export async function shrinkAgain(file: string, options: ShrinkAgainOptions): Promise<void> {
  const saved = loadCounterexample(file);
  const conf = clusterFor(file, saved.cluster.conf, options.cluster, process.env['CDCHECK_FAULTS']);
  checkOutFolder(options.out);
  reap();
  const screen = live(standardError);
  const isInterrupted = interruption(screen.say);
  const { start, stop } = budget(options.minutes ?? null, isInterrupted);
  let phase = 'shrinking';
  const arena = await openArena(conf, ({ runs, failures }) => {
    screen.update(() => `${phase}: run ${runs}, ${failures} failed`);
  });
  try {
    const { cluster, runners } = arena;
    refuseUnsupported(saved.sequence, cluster);
    const shrinkSettings = {
      sequences: new Smaller({ captures: cluster.captures, thorough: cluster.deterministic }),
      deterministic: cluster.deterministic,
      maxTries: conf.tries,
      stopShrinking: stop,
    };
    start();
    const { shrunk, replayed } = await shrinkFound(saved.sequence, saved.signature, shrinkSettings, runners);
    if (shrunk === null) {
      screen.end();
      process.stdout.write(`nothing to shrink: it failed in ${reproductionText(replayed)}\n`);
      process.exitCode = 3;
      return;
    }
    const { found, shrinking, workload: name } = saved;
    const origin = { ...found, replayed: found.reproduction, workload: name, shrinking };
    const counterexample = toCounterexample(shrunk, origin, conf, cluster);
    phase = 'explaining';
    const settings = { ...options, isInterrupted };
    const { summary } = await saveExplained(counterexample, shrunk.failure, arena, settings);
    screen.end();
    process.stdout.write(`${summary}\n`);
    process.exitCode = 1;
  } finally {
    await arena.close();
  }
}
