import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { UsageError } from '../cluster/cluster.js';
import { chooseCluster } from '../cluster/openCluster.js';
import { withPlantedFaults } from '../conf/plantedFaults.js';
import { loadWorkload } from '../conf/workload.js';
import { Fuzz, type FuzzResult, type FuzzView } from '../fuzz/fuzz.js';
import { FuzzFolder, paths } from '../fuzz/fuzzFolder.js';
import { statusHtml } from '../fuzz/statusHtml.js';
import { wholeSearch, type Shard } from '../fuzz/strands.js';
import { totalLines, viewLine, viewLines } from '../fuzz/view.js';
import { writeWhole } from '../fuzz/wholeFile.js';
import { WORKER } from '../fuzz/workerProcess.js';
import { reap } from '../process/reap.js';
import { checkOutFolder } from '../report/outFolder.js';
import { standardError } from './live.js';
import { liveBlock } from './liveBlock.js';
import { INTERRUPTED, interruption } from './stopping.js';

/** Options of `cdcheck fuzz`. */
export interface FuzzOptions {
  readonly cluster: string;
  readonly workload: string;
  readonly hours?: number;
  readonly minutes?: number;
  readonly runs?: number;
  readonly counterexamples?: number;
  readonly workers?: number;
  readonly shard?: Shard;
  readonly seed?: number;
  readonly guidance: boolean;
  readonly shrinkMinutes: number;
  readonly explainMinutes: number;
  readonly out: string;
}

/** Time that a worker may take for one run: that in which replication may be stuck, twice over, and a minute: ms. */
const HUNG_FACTOR = 2_000;
const HUNG_LEAST = 60_000;

/** How often `status.html` is written: ms. */
const STATUS = 60_000;

/**
 * `cdcheck fuzz`: searches until something ends it, files what it finds, and goes on. Exit code 1 where anything new was found, 0 where not, 3 where
 * the environment failed, 130 where it was interrupted before it found anything.
 */
export async function fuzz(options: FuzzOptions): Promise<void> {
  if (options.shard !== undefined && options.seed === undefined) {
    throw new UsageError('--shard goes with --seed: every shard of a search needs the same one');
  }
  const workload = loadWorkload(options.workload);
  const { conf: chosen, why } = await chooseCluster(options.cluster);
  const conf = withPlantedFaults(chosen, process.env['CDCHECK_FAULTS']);
  checkOutFolder(options.out);
  reap();
  const wanted = {
    cluster: conf.name,
    workload: workload.name,
    guided: options.guidance,
    seed: options.seed ?? null,
  };
  const folder = new FuzzFolder(options.out, wanted, randomInt(2 ** 31), workload.known);
  const screen = liveBlock(standardError);
  try {
    screen.say(`${why}, workload ${workload.name}, seed ${folder.identity.seed}, into ${options.out}`);
    const status = statusEvery(folder);
    const settings = settingsOf(options, { conf, workload: workload.name, folder });
    const result = await new Fuzz({
      ...settings,
      isInterrupted: interruption(screen.say),
      onNews: screen.say,
      onTick: (view) => {
        screen.update(
          () => viewLines(folder, view),
          () => viewLine(folder, view),
        );
        status(view);
      },
    }).run();
    screen.end();
    await writeStatus(folder);
    process.stdout.write(`${closing(folder, result).join('\n')}\n`);
    process.exitCode = exitCodeOf(result);
  } finally {
    screen.end();
    folder.close();
  }
}

type Settings = Omit<ConstructorParameters<typeof Fuzz>[0], 'isInterrupted' | 'onNews' | 'onTick'>;

function settingsOf(options: FuzzOptions, what: Pick<Settings, 'conf' | 'workload' | 'folder'>): Settings {
  const { stuckAfter, workers } = what.conf;
  const minutes = options.hours === undefined ? options.minutes : options.hours * 60 + (options.minutes ?? 0);
  return {
    ...what,
    shard: options.shard ?? wholeSearch,
    runs: options.runs ?? Infinity,
    minutes: minutes ?? null,
    counterexamples: options.counterexamples ?? Infinity,
    workers: options.workers ?? workers,
    shrinkMinutes: options.shrinkMinutes,
    explainMinutes: options.explainMinutes,
    hungAfter: stuckAfter * HUNG_FACTOR + HUNG_LEAST,
    module: WORKER,
  };
}

/** Writes the status once a minute, one after the other. */
function statusEvery(folder: FuzzFolder): (view: FuzzView) => void {
  let written = -Infinity;
  return ({ elapsed }) => {
    if (elapsed - written < STATUS) return;
    written = elapsed;
    void writeStatus(folder);
  };
}

/** A status that cannot be written is no reason to end a search; that its disk is full is noticed elsewhere. */
async function writeStatus(folder: FuzzFolder): Promise<void> {
  const text = await statusHtml(folder);
  try {
    writeWhole(join(folder.path, paths.status), text);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}

function closing(folder: FuzzFolder, { why, reason, fresh }: FuzzResult): readonly string[] {
  const ended = reason === null ? [] : [`${why}: ${reason}`];
  return [...totalLines(folder, { fresh }), ...ended];
}

function exitCodeOf({ why, fresh }: FuzzResult): number {
  if (fresh.length > 0) return 1;
  switch (why) {
    case 'inconclusive':
      return 3;
    case 'interrupted':
      return INTERRUPTED;
    case 'runs':
    case 'time':
    case 'counterexamples':
      return 0;
  }
}
