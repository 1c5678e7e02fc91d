import type { ClusterConf } from '../conf/cluster.js';
import type { Workload } from '../conf/workload.js';
import { checkOutFolder } from '../report/outFolder.js';
import type { Phase } from '../report/progress.js';
import { openArena, sequencesFor, type Arena } from './arena.js';
import { budget } from './budget.js';
import type { Failure } from './runner.js';
import { saveExplained } from './saveExplained.js';
import { search, type SearchResult } from './search.js';
import type { Statistics } from './statistics.js';
import { toCounterexample } from './toCounterexample.js';

/** One search on one cluster with one workload. */
export interface Hunt {
  readonly conf: ClusterConf;
  readonly workload: Workload;
  readonly runs: number;
  readonly seed: number;
  /** fast-check's path of one run: only that one is carried out. */
  readonly path: string | null;
  /** The folder that counterexamples' folders are made in. */
  readonly out: string;
  /** Budget of the search: minutes, or null. */
  readonly minutes: number | null;
  /** Budget of shrinking, from the first failure on: minutes, or null. */
  readonly shrinkMinutes: number | null;
  /** Budget of explaining what was found: minutes. */
  readonly explainMinutes: number;
  readonly isInterrupted: () => boolean;
  /** Called once the cluster is up and the search begins. */
  readonly onOpen: () => void;
  /** Called at the first failure, before it is shrunk. */
  readonly onFailure: (failure: Failure) => void;
  readonly onRun: (phase: Phase, statistics: Statistics) => void;
}

/** How it ended: `text` is for a person; `file` is the `counterexample.json` that was written, if one was. */
export interface Caught {
  readonly kind: SearchResult['kind'];
  readonly text: string;
  readonly file: string | null;
  readonly statistics: Statistics;
  /** What ended a search that found nothing before its time. */
  readonly why: 'interrupted' | 'budget' | null;
}

/** Opens the cluster, searches, shrinks, explains, writes what was found into a folder and closes the cluster again. */
export async function hunt(settings: Hunt): Promise<Caught> {
  checkOutFolder(settings.out);
  let phase: Phase = 'searching';
  const arena = await openArena(settings.conf, (statistics) => {
    settings.onRun(phase, statistics);
  });
  const searching = budget(settings.minutes, settings.isInterrupted);
  const shrinking = budget(settings.shrinkMinutes, settings.isInterrupted);
  try {
    searching.start();
    settings.onOpen();
    const result = await search(
      {
        sequences: sequencesFor(settings.workload, arena.cluster),
        runs: settings.runs,
        seed: settings.seed,
        ...(settings.path === null ? {} : { path: settings.path }),
        deterministic: arena.cluster.deterministic,
        maxTries: settings.conf.tries,
        stop: searching.stop,
        stopShrinking: shrinking.stop,
        onFailure: (failure) => {
          phase = 'shrinking';
          shrinking.start();
          settings.onFailure(failure);
        },
      },
      arena.runners,
    );
    phase = 'explaining';
    return {
      ...(await told(result, settings, arena)),
      kind: result.kind,
      statistics: arena.statistics(),
      why: result.kind === 'stopped' ? result.why : null,
    };
  } finally {
    await arena.close();
  }
}

async function told(
  result: SearchResult,
  settings: Hunt,
  arena: Arena,
): Promise<Pick<Caught, 'text' | 'file'>> {
  switch (result.kind) {
    case 'passed':
      return { text: 'no counterexample', file: null };
    case 'stopped':
      return { text: `no counterexample; stopped: ${result.why}`, file: null };
    case 'inconclusive':
      return { text: `inconclusive: ${result.reason}`, file: null };
    case 'counterexample': {
      const { found, shrunk } = result;
      const { conf, seed, workload } = settings;
      const origin = { ...found, seed, workload: workload.name, shrinking: { runs: 0, steps: [] } };
      const counterexample = toCounterexample(shrunk, origin, conf, arena.cluster);
      const saved = await saveExplained(counterexample, shrunk.failure, arena, settings);
      return { text: saved.summary, file: saved.file };
    }
  }
}
