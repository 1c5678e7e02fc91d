import { tmpdir } from 'node:os';
import { EnvironmentError } from '../cluster/cluster.js';
import { isFull, outOfSpace } from '../cluster/diskSpace.js';
import type { ClusterConf } from '../conf/cluster.js';
import type { FuzzFolder } from './fuzzFolder.js';
import type { Finding, ShrinkDone } from './messages.js';
import { Slot } from './slot.js';
import { includes } from './progression.js';
import { pointOf, strandsOf } from './state.js';
import { nextStrand, runsOf, type Shard } from './strands.js';

/** A search that goes on until something ends it. */
export interface FuzzSettings {
  readonly conf: ClusterConf;
  readonly workload: string;
  readonly folder: FuzzFolder;
  readonly shard: Shard;
  /** Runs with numbers below this are carried out: of all shards together, those of earlier starts included. */
  readonly runs: number;
  /** Minutes from now, or as long as it takes. */
  readonly minutes: number | null;
  /** New signatures after which it ends. */
  readonly counterexamples: number;
  readonly workers: number;
  readonly shrinkMinutes: number;
  readonly explainMinutes: number;
  /** How long a worker may give no sign of life: ms. */
  readonly hungAfter: number;
  /** The program of a worker. */
  readonly module: string;
  readonly isInterrupted: () => boolean;
  /** Called with each line of news. */
  readonly onNews: (line: string) => void;
  /** Called every second or so while it goes on. */
  readonly onTick: (view: FuzzView) => void;
}

/** How a search stands. */
export interface FuzzView {
  /** ms since this start. */
  readonly elapsed: number;
  /** ms that it may take in all, or null. */
  readonly limit: number | null;
  /** Runs of this start. */
  readonly runs: number;
  /** Of this start, by its signature. */
  readonly fresh: readonly string[];
  /** What each worker is doing. */
  readonly workers: readonly string[];
}

/** Why a search has ended, and the new signatures that it found. */
export interface FuzzResult {
  readonly why: 'runs' | 'time' | 'counterexamples' | 'interrupted' | 'inconclusive';
  readonly fresh: readonly string[];
  /** What was wrong, where it is inconclusive. */
  readonly reason: string | null;
}

/** How often it is looked whether to end, and the folder's state is marked for the curves: ms. */
const LOOK = 100;
const MARK = 60_000;

/** Workers that may be lost over one finding. */
const LOSSES = 2;

/** Looks between two ticks; each looks at the disk too. */
const TICK = 10;

/** Carries out a search: workers with a cluster each, which this process keeps going, and everything they find in a folder. */
export class Fuzz {
  readonly settings: FuzzSettings;
  readonly #shrinking = new Set<Finding>();
  /** How often a worker was lost over a finding. */
  readonly #losses = new Map<Finding, number>();
  readonly #begun = performance.now();
  readonly #secondsBefore: number;
  readonly #runsBefore: number;
  readonly #active = new Set<number>();
  readonly #fresh: string[] = [];
  #ended: Pick<FuzzResult, 'why' | 'reason'> | null = null;
  #marked = performance.now();

  constructor(settings: FuzzSettings) {
    this.settings = settings;
    const { state } = settings.folder;
    this.#secondsBefore = state.seconds;
    this.#runsBefore = state.statistics.runs;
  }

  /** Goes on until it is to end. Throws UsageError where what the user gave is no good; the folder stays the caller's to close. */
  async run(): Promise<FuzzResult> {
    const slots = Array.from({ length: this.settings.workers }, () => new Slot(this));
    let looks = 0;
    const timer = setInterval(() => {
      this.#look(slots, looks++);
    }, LOOK);
    try {
      await Promise.all(
        slots.map((slot) =>
          slot.work().catch((error: unknown) => {
            this.end('inconclusive', this.#messageOf(error));
            for (const each of slots) each.stop();
            throw error;
          }),
        ),
      );
    } catch (error) {
      if (!(error instanceof EnvironmentError || isSystemError(error))) throw error;
    } finally {
      clearInterval(timer);
      await Promise.all(slots.map((slot) => slot.end()));
    }
    this.#keepMark();
    const { why, reason } = this.#ended ?? { why: 'runs', reason: null };
    return { why, reason, fresh: this.#fresh };
  }

  /** Whether no further run is to begin. */
  get isOver(): boolean {
    return this.#ended !== null;
  }

  /** Ends the search, for the first reason that is given. */
  end(why: FuzzResult['why'], reason: string | null = null): void {
    this.#ended ??= { why, reason };
  }

  /** A strand that nobody is at work on, and the number of its next run; null where none is left. It is given back with `leave`. */
  takeStrand(): { readonly strand: number; readonly run: number; readonly end: number } | null {
    const { folder, shard, runs } = this.settings;
    const { done, begun } = strandsOf(folder.state, folder.identity.seed);
    const isDone = (strand: number): boolean =>
      this.#active.has(strand) || includes(done, strand) || (begun[strand] ?? 0) >= runs;
    const strand = nextStrand(shard, runs, isDone);
    if (strand === null) return null;
    this.#active.add(strand);
    const { first, end } = runsOf(strand, runs);
    return { strand, run: begun[strand] ?? first, end };
  }

  leave(strand: number): void {
    this.#active.delete(strand);
  }

  /** A finding of an earlier start that nobody is at work on, given back with `settled` or `lost`; undefined where there is none. */
  pending(): Finding | undefined {
    return this.settings.folder.pending.find(
      (each) => !this.#shrinking.has(each) && (this.#losses.get(each) ?? 0) < LOSSES,
    );
  }

  /** A worker begins to shrink a finding. */
  shrinks(finding: Finding): void {
    this.#shrinking.add(finding);
  }

  /** A worker was lost over a finding. After the second time it is left to the next start. */
  lost(finding: Finding): void {
    this.#shrinking.delete(finding);
    this.#losses.set(finding, (this.#losses.get(finding) ?? 0) + 1);
  }

  /** Takes up what became of a finding, and tells it. */
  settled(finding: Finding, done: ShrinkDone): void {
    this.#shrinking.delete(finding);
    const as = this.settings.folder.settle(finding, done);
    if (as.kind === 'known') return;
    const { text, commands, reproduction, folder } = as.filed;
    const how = `${commands} commands, fails ${reproduction.failed} of ${reproduction.runs}; ${folder}`;
    this.settings.onNews(`${as.kind === 'new' ? 'new' : 'shorter'}: ${text}: ${how}`);
    if (as.kind === 'new') this.#fresh.push(text);
    if (this.#fresh.length >= this.settings.counterexamples) this.end('counterexamples');
  }

  #look(slots: readonly Slot[], looks: number): void {
    const { isInterrupted, minutes, onTick, folder } = this.settings;
    const elapsed = performance.now() - this.#begun;
    const limit = minutes === null ? null : minutes * 60_000;
    if (isInterrupted()) {
      this.end('interrupted');
      for (const slot of slots) slot.stop();
    }
    if (limit !== null && elapsed > limit) {
      this.end('time');
      for (const slot of slots) slot.stop();
    }
    if (looks % TICK !== 0) return;
    void this.#lookAtDisk();
    if (performance.now() - this.#marked > MARK) this.#keepMark();
    const runs = folder.state.statistics.runs - this.#runsBefore;
    onTick({ elapsed, limit, runs, fresh: this.#fresh, workers: slots.map(({ doing }) => doing) });
  }

  /** A disk that is full ends the search while its state can still be written. */
  async #lookAtDisk(): Promise<void> {
    for (const folder of [this.settings.folder.path, tmpdir()]) {
      const problem = await outOfSpace(folder).catch(() => null);
      if (problem !== null) this.end('inconclusive', problem);
    }
  }

  #keepMark(): void {
    this.#marked = performance.now();
    const { folder } = this.settings;
    const seconds = this.#secondsBefore + (performance.now() - this.#begun) / 1000;
    try {
      folder.mark(pointOf(folder.state, seconds, folder.filed.length));
    } catch (error) {
      this.end('inconclusive', this.#messageOf(error));
    }
  }

  #messageOf(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    if (!isFull(error.message)) return error.message;
    return `the disk of ${this.settings.folder.path} is full; what was found until now is kept there`;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
