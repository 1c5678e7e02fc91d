import { EnvironmentError, UsageError } from '../cluster/cluster.js';
import { noStatistics } from '../search/statistics.js';
import type { Fuzz } from './fuzz.js';
import type { Answer, Finding, Ran } from './messages.js';
import { runsOf } from './strands.js';
import { WorkerProcess, type Gone } from './workerProcess.js';

/** A worker is replaced after so long, between two strands, so that logs, servers and memory begin anew: ms. */
const RENEWED_AFTER = 3_600_000;

/** Runs and starts in a row that tell nothing: after these many the worker is replaced, and after these the search ends. */
const REPLACED_AFTER = 5;
const GIVEN_UP_AFTER = 20;

/** The place of one worker: its process and those that take its place, and what they are told to do. */
export class Slot {
  readonly #fuzz: Fuzz;
  #worker: WorkerProcess | null = null;
  #born = 0;
  /** Runs and starts in a row that told nothing. */
  #vain = 0;
  #doing = 'idle';

  constructor(fuzz: Fuzz) {
    this.#fuzz = fuzz;
  }

  /** What its worker is doing, in a few words. */
  get doing(): string {
    return this.#doing;
  }

  /** Works until the search is over. Throws UsageError or EnvironmentError where no worker can. */
  async work(): Promise<void> {
    while (!this.#fuzz.isOver) {
      const worker = await this.#readyWorker();
      if (worker === null) continue;
      const finding = this.#fuzz.pending();
      if (finding !== undefined) await this.#shrink(worker, finding);
      else if (!(await this.#strand(worker))) break;
    }
    this.#doing = 'idle';
  }

  /** Ends shrinking and explaining early. */
  stop(): void {
    this.#worker?.tell({ type: 'stop' });
  }

  /** Ends its worker. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.end();
  }

  async #readyWorker(): Promise<WorkerProcess | null> {
    const { conf, workload, hungAfter, module } = this.#fuzz.settings;
    if (this.#worker !== null && performance.now() - this.#born > RENEWED_AFTER) await this.end();
    if (this.#worker !== null) return this.#worker;
    this.#doing = 'opening its cluster';
    const worker = new WorkerProcess(hungAfter, module);
    this.#worker = worker;
    this.#born = performance.now();
    const answer = await worker.ask({ type: 'open', conf, workload });
    if (answer.type === 'ready') return worker;
    const reason = reasonOf(answer);
    if (answer.type === 'unfit' && answer.kind === 'usage') throw new UsageError(reason);
    await this.#replace(reason);
    return null;
  }

  /** Carries out a strand, or what is left of it; false where there is none. */
  async #strand(worker: WorkerProcess): Promise<boolean> {
    const { folder } = this.#fuzz.settings;
    const { seed, guided } = folder.identity;
    const taken = this.#fuzz.takeStrand();
    if (taken === null) return false;
    const { strand, run, end } = taken;
    const kept = folder.kept(runsOf(strand, Infinity).first, run);
    worker.tell({ type: 'strand', seed, strand, run, guided, base: folder.base, kept });
    try {
      for (let next = run; next < end && !this.#fuzz.isOver && this.#worker === worker; next++) {
        this.#doing = `run ${next}`;
        const answer = await worker.ask({ type: 'run' });
        if (answer.type === 'ran') await this.#take(worker, strand, answer);
        else {
          const reason = reasonOf(answer);
          await this.#take(worker, strand, inconclusive(next, reason));
          if (this.#worker === worker) await this.#replace(reason, false);
        }
      }
    } finally {
      this.#fuzz.leave(strand);
    }
    return true;
  }

  async #take(worker: WorkerProcess, strand: number, ran: Ran): Promise<void> {
    const isWanted = this.#fuzz.settings.folder.take(strand, ran);
    if (ran.reason === null) this.#vain = 0;
    else await this.#inVain(ran.reason);
    if (isWanted && ran.finding !== null && this.#worker === worker) await this.#shrink(worker, ran.finding);
  }

  async #shrink(worker: WorkerProcess, finding: Finding): Promise<void> {
    const { folder, shrinkMinutes: minutes, explainMinutes } = this.#fuzz.settings;
    this.#doing = `shrinking what run ${finding.run} found`;
    this.#fuzz.shrinks(finding);
    const how = { minutes, explainMinutes, out: folder.incoming(finding) };
    const answer = await worker.ask({ type: 'shrink', finding, how });
    if (answer.type === 'shrunk') this.#fuzz.settled(finding, answer);
    else {
      this.#fuzz.lost(finding);
      await this.#replace(reasonOf(answer));
    }
  }

  async #inVain(reason: string): Promise<void> {
    this.#vain += 1;
    if (this.#vain >= GIVEN_UP_AFTER) throw new EnvironmentError(reason);
    if (this.#vain % REPLACED_AFTER === 0) await this.#replace(reason, false);
  }

  async #replace(reason: string, counts = true): Promise<void> {
    this.#fuzz.settings.onNews(`${reason}; another worker takes its place`);
    await this.end();
    if (!counts) return;
    this.#vain += 1;
    if (this.#vain >= REPLACED_AFTER) throw new EnvironmentError(reason);
  }
}

function reasonOf(answer: Answer | Gone): string {
  switch (answer.type) {
    case 'gone':
      return answer.why;
    case 'unfit':
      return answer.message;
    default:
      throw new Error(`a worker answered ${answer.type} to another question`);
  }
}

/** A run of which nothing is known. */
function inconclusive(run: number, reason: string): Ran {
  return {
    type: 'ran',
    run,
    statistics: { ...noStatistics, runs: 1, inconclusive: 1 },
    parts: { drawing: 0, commands: 0, checks: 0, sessions: 0 },
    added: [],
    kept: null,
    finding: null,
    reason,
  };
}
