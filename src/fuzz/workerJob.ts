import { numbered } from '../../model/numbered.js';
import type { ClusterConf } from '../conf/cluster.js';
import { loadWorkload, type Workload } from '../conf/workload.js';
import { Sequences } from '../generate/sequences.js';
import { openArena, sequencesSettings, type Arena } from '../search/arena.js';
import { budget } from '../search/budget.js';
import type { Failure, Runner } from '../search/runner.js';
import { saveExplained } from '../search/saveExplained.js';
import { shrinkFound, type FailingSequence } from '../search/shrinkFound.js';
import { toCounterexample } from '../search/toCounterexample.js';
import { Guide } from './guide.js';
import type { Finding, Ran, ShrinkDone, ShrinkOrder, StrandOrder } from './messages.js';
import { Strand } from './strand.js';

/** What a worker's job asks and tells while it goes on. */
export interface JobHooks {
  readonly isInterrupted: () => boolean;
  /** Called after every run, those of shrinking and explaining too. */
  readonly onRun: () => void;
}

/** What one worker does: runs of a strand, and shrinking and explaining what they found, on a cluster of its own. */
export class WorkerJob {
  readonly #conf: ClusterConf;
  readonly #workload: Workload;
  readonly #arena: Arena;
  readonly #hooks: JobHooks;
  #strand: Strand | null = null;
  /** The latest failure in full; a finding has only what goes from one process to another. */
  #latest: Failure | null = null;

  private constructor(conf: ClusterConf, workload: Workload, arena: Arena, hooks: JobHooks) {
    this.#conf = conf;
    this.#workload = workload;
    this.#arena = arena;
    this.#hooks = hooks;
  }

  /** Opens its cluster. Throws UsageError or EnvironmentError where that cannot be. */
  static async open(conf: ClusterConf, workload: string, hooks: JobHooks): Promise<WorkerJob> {
    const loaded = loadWorkload(workload);
    const arena = await openArena({ ...conf, workers: 1 }, hooks.onRun);
    return new WorkerJob(conf, loaded, arena, hooks);
  }

  /** Goes on with a strand. */
  begin(order: StrandOrder): void {
    const { cluster, runners } = this.#arena;
    const runner: Runner = async (sequence) => {
      const result = await runners[0](sequence);
      const { verdict } = result;
      if (verdict.kind === 'failed') this.#latest = { ...result, verdict };
      return result;
    };
    this.#strand = new Strand(order, {
      guide: new Guide(sequencesSettings(this.#workload, cluster), order.base),
      captures: cluster.captures,
      runner,
      isTimed: !cluster.followsSchedule,
    });
  }

  /** The strand's next run. */
  run(): Promise<Ran> {
    if (this.#strand === null) throw new Error('a worker is told its strand before its runs');
    return this.#strand.run();
  }

  /** Shrinks and explains a finding and writes its folder. What never fails again is kept as it was found. */
  async shrink(finding: Finding, { minutes, explainMinutes, out }: ShrinkOrder): Promise<ShrinkDone> {
    const { cluster, runners } = this.#arena;
    const limit = budget(minutes, this.#hooks.isInterrupted);
    limit.start();
    const { sequence, signature, whole, origin, seed } = finding;
    const settings = {
      sequences: new Sequences(sequencesSettings(this.#workload, cluster)),
      deterministic: cluster.deterministic,
      maxTries: this.#conf.tries,
      stopShrinking: limit.stop,
    };
    const { shrunk, replayed } = await shrinkFound(sequence, signature, settings, runners);
    const unshrunk: FailingSequence = {
      sequence,
      failure: this.#failureOf(finding),
      signature,
      runs: 0,
      steps: [],
      complete: false,
      confirmed: replayed,
    };
    const result = shrunk ?? unshrunk;
    const from = {
      ...(origin ?? { seed, path: '' }),
      sequence: whole,
      replayed,
      workload: this.#workload.name,
      shrinking: { runs: 0, steps: [] },
    };
    const counterexample = toCounterexample(result, from, this.#conf, cluster);
    const { isInterrupted } = this.#hooks;
    const saving = { out, explainMinutes, isInterrupted };
    const { file } = await saveExplained(counterexample, result.failure, this.#arena, saving);
    return {
      type: 'shrunk',
      signature: result.signature,
      commands: numbered(result.sequence.commands).length,
      reproduction: result.confirmed,
      runs: result.runs + replayed.runs,
      file,
    };
  }

  #failureOf({ anomalies, signature, sequence }: Finding): Failure {
    const latest = this.#latest;
    if (latest !== null && JSON.stringify(latest.verdict.anomalies) === JSON.stringify(anomalies))
      return latest;
    const at = sequence.commands.length + 1;
    return { verdict: { kind: 'failed', anomalies, signature, at }, trace: [], evidence: [] };
  }
}
