import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { signatureText } from '../check/signature.js';
import { UsageError } from '../cluster/cluster.js';
import { chooseCluster } from '../cluster/openCluster.js';
import { withPlantedFaults } from '../conf/plantedFaults.js';
import { minimised, readCorpus, type StoredEntry } from '../fuzz/corpus.js';
import { featuresOf } from '../fuzz/coverage.js';
import { stepsSeen } from '../fuzz/coverSteps.js';
import { numbered } from '../../model/numbered.js';
import { paths } from '../fuzz/fuzzFolder.js';
import { reap } from '../process/reap.js';
import { openArena } from '../search/arena.js';
import { refuseUnsupported } from '../search/supported.js';
import { live, standardError } from './live.js';
import { INTERRUPTED, interruption } from './stopping.js';

/** `cdcheck corpus list DIR`: each file with its run, its length and what it covers that those before it do not. */
export function listCorpus(folder: string): void {
  const covered = new Set<string>();
  const lines = entriesIn(folder).map((entry) => {
    const fresh = entry.features.filter((feature) => !covered.has(feature));
    for (const feature of fresh) covered.add(feature);
    const { from, sequence, features } = entry;
    const length = numbered(sequence.commands).length;
    return `${basename(entry.file)}  run ${from.run} of seed ${from.seed}, ${length} commands, covers ${features.length}, adds ${fresh.length}`;
  });
  process.stdout.write(
    `${[...lines, `${lines.length} entries cover ${covered.size} features`].join('\n')}\n`,
  );
}

/** `cdcheck corpus minimise DIR`: removes the files without which the others cover the same. */
export function minimiseCorpus(folder: string): void {
  const entries = entriesIn(folder);
  const kept = new Set(minimised(entries));
  for (const entry of entries) if (!kept.has(entry)) rmSync(entry.file, { force: true });
  const features = new Set(entries.flatMap((entry) => entry.features));
  process.stdout.write(
    `${kept.size} of ${entries.length} entries kept; they cover the same ${features.size} features\n`,
  );
}

/** `cdcheck corpus replay DIR`: runs each entry once. Exit code 1 where one failed, 3 where none told anything. */
export async function replayCorpus(folder: string, options: { readonly cluster: string }): Promise<void> {
  const entries = entriesIn(folder);
  const { conf: chosen, why } = await chooseCluster(options.cluster);
  const conf = withPlantedFaults(chosen, process.env['CDCHECK_FAULTS']);
  reap();
  const screen = live(standardError);
  const isInterrupted = interruption(screen.say);
  const arena = await openArena({ ...conf, workers: 1 }, ({ runs, failures }) => {
    screen.update(() => `run ${runs} of ${entries.length}, ${failures} failed`);
  });
  try {
    screen.say(why);
    const { cluster, runners } = arena;
    for (const { sequence } of entries) refuseUnsupported(sequence, cluster);
    const covered = new Set<string>();
    for (const entry of entries) {
      if (isInterrupted()) break;
      const { verdict, trace } = await runners[0](entry.sequence);
      for (const feature of featuresOf(stepsSeen(trace), cluster.captures)) covered.add(feature);
      const { file } = entry;
      if (verdict.kind === 'failed') screen.say(`${file} fails: ${signatureText(verdict.signature)}`);
      if (verdict.kind === 'inconclusive') screen.say(`${file} is inconclusive: ${verdict.reason}`);
    }
    screen.end();
    const { runs, failures, inconclusive } = arena.statistics();
    const wanted = new Set(entries.flatMap(({ features }) => features));
    const again = [...wanted].filter((feature) => covered.has(feature)).length;
    process.stdout.write(
      `${failures} of ${runs} runs failed on ${conf.name}, ${inconclusive} inconclusive; ${again} of ${wanted.size} features covered again\n`,
    );
    if (failures > 0) process.exitCode = 1;
    else if (isInterrupted()) process.exitCode = INTERRUPTED;
    else if (inconclusive === runs) process.exitCode = 3;
  } finally {
    await arena.close();
  }
}

/** What is in a corpus, or in that of a search's folder. Throws UsageError where there is nothing. */
function entriesIn(folder: string): readonly StoredEntry[] {
  const inside = join(folder, paths.corpus);
  const entries = readCorpus(existsSync(inside) ? inside : folder);
  if (entries.length > 0) return entries;
  throw new UsageError(`${folder} has no corpus: give the folder of a search, or its corpus`);
}
