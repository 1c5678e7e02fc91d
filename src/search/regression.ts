import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { signatureText } from '../check/signature.js';
import { EnvironmentError } from '../cluster/cluster.js';
import type { ClusterConf } from '../conf/cluster.js';
import { loadCounterexample } from '../report/loadCounterexample.js';
import { reproductionText } from '../report/reproductionText.js';
import { MISS_CHANCE, triesAfter } from '../shrink/tries.js';
import { openArena } from './arena.js';
import { attempt } from './attempt.js';
import type { Stop } from './runner.js';
import { refuseUnsupported } from './supported.js';

/** The files of the counterexamples that are kept in a folder, each in a folder of its own; none where there is no such folder. */
export function keptIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name, 'counterexample.json'))
    .filter((file) => existsSync(file));
}

/**
 * Replays a kept counterexample until it fails, as often as it takes to notice a failure that comes as seldom as this one did: once where every run of
 * its cluster tells, `tries` of the cluster at the most. Returns what it fails by, or null where it fails no more. Throws UsageError or EnvironmentError
 * where no run told anything.
 */
export async function replayKept(file: string, conf: ClusterConf, stop: Stop): Promise<string | null> {
  const { sequence, reproduction } = loadCounterexample(file);
  const arena = await openArena(conf, () => undefined);
  try {
    refuseUnsupported(sequence, arena.cluster);
    const tries = arena.cluster.deterministic
      ? 1
      : Math.min(conf.tries, triesAfter(reproduction, MISS_CHANCE));
    const { failures, runs } = await attempt(arena.runners, sequence, { tries, enough: 1, stop }, () => true);
    if (runs === 0) throw new EnvironmentError(`${file}: no run of it told anything on ${conf.name}`);
    const [failure] = failures;
    if (failure === undefined) return null;
    const rate = reproductionText({ failed: failures.length, runs });
    return `${file} fails ${rate}: ${signatureText(failure.verdict.signature)}`;
  } finally {
    await arena.close();
  }
}
