import type { Sequence } from '../../model/sequence.js';
import { isSteady, isSteadySoFar } from '../shrink/steadiness.js';
import { attempt, type Attempt } from './attempt.js';
import type { Failure, Runner, Stop } from './runner.js';

/** How sequences are watched. */
export interface Watching {
  readonly runners: readonly Runner[];
  readonly accepts: (failure: Failure) => boolean;
  readonly stop: Stop;
  /** How often the sequence failed that they all come from. */
  readonly rate: number;
  /** Runs of one sequence; after them, what is likelier counts. */
  readonly most: number;
}

/** What was seen of a sequence, and what that says. */
export interface Watched extends Attempt {
  readonly isSteady: boolean;
}

const NOTHING: Attempt = { failures: [], runs: 0 };

/** Runs a sequence on from what was seen of it, until it can be said whether it still fails about as often. */
export async function watch(sequence: Sequence, watching: Watching, before = NOTHING): Promise<Watched> {
  const { runners, accepts, stop, rate, most } = watching;
  let seen = before;
  for (;;) {
    const replays = { failed: seen.failures.length, runs: seen.runs };
    const verdict = isSteady(replays, rate);
    if (verdict !== null) return { ...seen, isSteady: verdict };
    const limits = { tries: Math.min(runners.length, most - seen.runs), enough: Infinity, stop };
    const more = await attempt(runners, sequence, limits, accepts);
    if (more.runs === 0) return { ...seen, isSteady: isSteadySoFar(replays, rate) };
    seen = { failures: [...seen.failures, ...more.failures], runs: seen.runs + more.runs };
  }
}

/** A steady sequence: its place among those that were watched, what was seen of it (null of the first, which is known), and runs in all. */
export interface LastSteady {
  readonly place: number;
  readonly seen: Attempt | null;
  readonly runs: number;
}

/**
 * The last steady one of sequences of which the first is steady and the last is not, each made from the one before. Found by
 * halving, as if a rate that has fallen never rose again.
 */
export async function lastSteady(sequences: readonly Sequence[], watching: Watching): Promise<LastSteady> {
  let best: LastSteady = { place: 0, seen: null, runs: 0 };
  for (let end = sequences.length - 1; end - best.place > 1;) {
    const place = (best.place + end) >> 1;
    const sequence = sequences[place];
    if (sequence === undefined) return best;
    const seen = await watch(sequence, watching);
    const runs = best.runs + seen.runs;
    if (seen.isSteady) best = { place, seen, runs };
    else [best, end] = [{ ...best, runs }, place];
  }
  return best;
}
