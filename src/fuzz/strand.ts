import type { Sequence } from '../../model/sequence.js';
import { cutAt } from '../shrink/cutAt.js';
import { counting, noStatistics } from '../search/statistics.js';
import type { Failure, Runner } from '../search/runner.js';
import type { RunResult } from '../run/run.js';
import { featuresOf } from './coverage.js';
import { stepsSeen } from './coverSteps.js';
import type { Guide } from './guide.js';
import type { Finding, Parts, Ran, StrandOrder } from './messages.js';
import { seedOf } from './strands.js';

/** What a strand runs with. */
export interface StrandSettings {
  readonly guide: Guide;
  readonly captures: number;
  readonly runner: Runner;
  /** Whether times in a trace are those of this machine's clock, so that a run can be told apart into its parts. */
  readonly isTimed: boolean;
}

/** A strand under way: its runs one after the other. */
export class Strand {
  #next: number;

  constructor(
    private readonly order: StrandOrder,
    private readonly settings: StrandSettings,
  ) {
    this.#next = order.run;
    for (const { sequence, features } of order.kept) settings.guide.learn(sequence, new Set(features));
  }

  /** Carries out its next run. */
  async run(): Promise<Ran> {
    const { guide, captures, runner, isTimed } = this.settings;
    const { seed, guided } = this.order;
    const run = this.#next++;
    const begun = performance.now();
    const own = seedOf(seed, run);
    const sequence = guided ? guide.next(own) : guide.plain(own);
    const drawn = performance.now();
    const result = await runner(sequence);
    const parts = { ...partsOf(result, performance.now() - drawn, isTimed), drawing: drawn - begun };
    const statistics = counting(noStatistics, result);
    const { verdict } = result;
    const told = { type: 'ran', run, statistics, parts } as const;
    if (verdict.kind === 'inconclusive') {
      return { ...told, added: [], kept: null, finding: null, reason: verdict.reason };
    }
    const features = featuresOf(stepsSeen(result.trace), captures);
    const added = guide.learn(sequence, features);
    const kept = added.length === 0 ? null : { sequence, features: [...features].sort() };
    const finding = verdict.kind === 'failed' ? this.#found(sequence, verdict, run) : null;
    return { ...told, added, kept, finding, reason: null };
  }

  #found(whole: Sequence, { anomalies, signature, at }: Failure['verdict'], run: number): Finding {
    const { seed, guided } = this.order;
    const origin = guided ? null : { seed: seedOf(seed, run), path: '0' };
    return { sequence: cutAt(whole, at), whole, signature, anomalies, seed, run, origin };
  }
}

/** How long the parts of a run took; where virtual time tells nothing, all of it counts as commands. */
function partsOf({ trace }: RunResult, all: number, isTimed: boolean): Omit<Parts, 'drawing'> {
  if (!isTimed) return { commands: all, checks: 0, sessions: 0 };
  const checks = trace
    .filter(({ type }) => type === 'check')
    .reduce((sum, { start, end }) => sum + end - start, 0);
  const end = trace.at(-1)?.end ?? 0;
  return { commands: Math.max(0, end - checks), checks, sessions: Math.max(0, all - end) };
}
