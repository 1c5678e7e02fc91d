import type { Sequence } from '../../model/sequence.js';
import type { Signature } from '../check/signature.js';
import { isSteadySoFar, rateAfter } from '../shrink/steadiness.js';
import { onceEach, triesFor, type Replays } from '../shrink/tries.js';
import { attempt, type Attempt } from './attempt.js';
import { failingAs, type Failure, type Runner, type Stop } from './runner.js';
import type { SearchSettings } from './search.js';
import { shrinkFailure, type Shrunk, type ShrinkSettings, type ShrinkStep } from './shrinkFailure.js';
import { lastSteady, watch, type Watching } from './steady.js';

/** Replays of a first failure, at the most, until its reproduction rate is known well enough. */
const REPLAYS = 30;

/** Failures among the replays that are enough to estimate the rate from. */
const ENOUGH_FAILURES = 5;

/** Runs that confirm a shrunk sequence, for its `k of n`. */
const CONFIRMATIONS = 10;

/** Runs, at the most, to say whether a sequence that seems to fail far more seldom than the first really does. */
const WATCHED = 40;

/** A failing sequence that is as small as it became. */
export interface FailingSequence {
  readonly sequence: Sequence;
  readonly failure: Failure;
  readonly signature: Signature;
  /** Runs that shrinking took. */
  readonly runs: number;
  /** What shrinking accepted, in order. */
  readonly steps: readonly ShrinkStep[];
  /** Whether shrinking came to its end. */
  readonly complete: boolean;
  readonly confirmed: Replays;
}

/** What `shrinkFound` needs of a search. */
export type ShrinkFoundSettings = Pick<
  SearchSettings,
  'sequences' | 'deterministic' | 'maxTries' | 'stopShrinking'
>;

/**
 * Replays a failing sequence to estimate how often it fails, shrinks it with the tries that this rate asks for, and
 * confirms what is left. Where it fails in another way more often, that way is followed: it takes fewer runs, and the other
 * one comes again. Where what is left fails far more seldom, it is shrunk once more, with an eye on that. Null where it never
 * failed again.
 */
export async function shrinkFound(
  sequence: Sequence,
  signature: Signature,
  settings: ShrinkFoundSettings,
  runners: readonly Runner[],
): Promise<{ readonly shrunk: FailingSequence | null; readonly replayed: Replays }> {
  const { sequences, deterministic, maxTries, stopShrinking: stop } = settings;
  const limits = { tries: deterministic ? 1 : REPLAYS, enough: ENOUGH_FAILURES, stop };
  const replays = await attempt(runners, sequence, limits, () => true);
  const followed = mostFrequent(signature, replays.failures);
  const accepts = failingAs(followed);
  const first = replays.failures.find(accepts);
  const replayed = rateOf(replays, followed);
  if (first === undefined) return { shrunk: null, replayed };
  const tries = deterministic ? onceEach : triesFor(replayed, maxTries);
  const target = { sequences, sequence, signature: followed, tries, stop, steady: null };
  let shrunk = await shrinkFailure(target, runners);
  let seen = await confirmed(shrunk.sequence, deterministic, stop, runners, accepts);
  const watching = { runners, accepts, stop, rate: rateAfter(replayed), most: WATCHED };
  if (!deterministic && shrunk.steps.length > 0 && !isSteadySoFar(rateOf(seen, followed), watching.rate)) {
    const watched = await watch(shrunk.sequence, watching, seen);
    seen = watched;
    if (!watched.isSteady && stop() === null) {
      shrunk = await shrinkSteadily(shrunk, target, watching, maxTries);
      seen = await confirmed(shrunk.sequence, deterministic, stop, runners, accepts);
    }
  }
  const { failure, runs, steps, complete } = shrunk;
  const last = seen.failures.at(-1) ?? failure ?? first;
  const { signature: shown } = last.verdict;
  const rest = { sequence: shrunk.sequence, failure: last, signature: shown, runs, steps, complete };
  return { shrunk: { ...rest, confirmed: rateOf(seen, followed) }, replayed };
}

/** Runs that confirm a sequence; more of them where none of these fails. One where one tells, or no time is left. */
async function confirmed(
  sequence: Sequence,
  deterministic: boolean,
  stop: Stop,
  runners: readonly Runner[],
  accepts: (failure: Failure) => boolean,
): Promise<Attempt> {
  const enough = deterministic || stop() !== null ? 1 : CONFIRMATIONS;
  const seen = await attempt(runners, sequence, { tries: enough, enough, stop: () => null }, accepts);
  if (seen.failures.length > 0 || enough === 1) return seen;
  const more = await attempt(runners, sequence, { tries: REPLAYS, enough: 1, stop }, accepts);
  return { failures: more.failures, runs: seen.runs + more.runs };
}

/** Goes back to the last sequence that still failed about as often as the first, and shrinks on from it to such sequences only. */
async function shrinkSteadily(
  drifted: Shrunk,
  target: ShrinkSettings,
  watching: Watching,
  maxTries: number,
): Promise<Shrunk> {
  const { place, seen, runs } = await lastSteady(drifted.sequences, watching);
  const again = await shrinkFailure(
    {
      ...target,
      sequence: drifted.sequences[place] ?? target.sequence,
      tries: seen === null ? target.tries : triesFor(rateOf(seen, target.signature), maxTries),
      steady: { rate: watching.rate, most: maxTries },
    },
    watching.runners,
  );
  const before = drifted.runs + runs;
  const steps = again.steps.map((step) => ({ ...step, runs: before + step.runs }));
  return {
    ...again,
    failure: again.failure ?? seen?.failures.at(-1) ?? null,
    runs: before + again.runs,
    steps: [...drifted.steps.slice(0, place), ...steps],
  };
}

/** Of the ways in which a sequence has failed, the one that most of the replays are part of; the first one where none is ahead. */
function mostFrequent(first: Signature, failures: readonly Failure[]): Signature {
  const count = (signature: Signature): number => failures.filter(failingAs(signature)).length;
  return failures
    .map(({ verdict }) => verdict.signature)
    .reduce((best, signature) => (count(signature) > count(best) ? signature : best), first);
}

function rateOf({ failures, runs }: Attempt, signature: Signature): Replays {
  return { failed: failures.filter(failingAs(signature)).length, runs };
}
