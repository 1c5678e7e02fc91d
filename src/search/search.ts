import type { Sequence } from '../../model/sequence.js';
import type { Signature } from '../check/signature.js';
import { cutAt } from '../shrink/cutAt.js';
import { onceEach, triesFor, type Replays } from '../shrink/tries.js';
import { attempt, type Attempt } from './attempt.js';
import { find, type FindSettings, type Found } from './find.js';
import { failingAs, type Failure, type Runner, type Stop } from './runner.js';
import { shrinkFailure, type ShrinkStep } from './shrinkFailure.js';

/** Replays of a first failure, at the most, until its reproduction rate is known well enough. */
const REPLAYS = 30;

/** Failures among the replays that are enough to estimate the rate from. */
const ENOUGH_FAILURES = 5;

/** Runs that confirm a shrunk sequence, for its `k of n`. */
const CONFIRMATIONS = 10;

/** A search for a failing sequence and a small one that fails the same way. */
export interface SearchSettings extends FindSettings {
  /** Whether the same sequence always ends the same way here: then one run tells. */
  readonly deterministic: boolean;
  /** Runs of a candidate, at the most, before it counts as passing. */
  readonly maxTries: number;
  /** Asked from the first failure on, in place of `stop`. */
  readonly stopShrinking: Stop;
  readonly onFailure: (failure: Failure) => void;
}

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

/** How a search ended. */
export type SearchResult =
  | Exclude<Found, { kind: 'failed' }>
  | {
      readonly kind: 'counterexample';
      readonly found: { readonly sequence: Sequence; readonly path: string; readonly replayed: Replays };
      readonly shrunk: FailingSequence;
    };

/** Looks for a failing sequence, finds out how often it fails, shrinks it and confirms what is left. */
export async function search(
  settings: SearchSettings,
  runners: readonly [Runner, ...Runner[]],
): Promise<SearchResult> {
  const found = await find(settings, runners[0]);
  if (found.kind !== 'failed') return found;
  settings.onFailure(found.failure);
  const sequence = cutAt(found.sequence, found.failure.verdict.at);
  const { signature } = found.failure.verdict;
  const { shrunk, replayed } = await shrinkFound(sequence, signature, settings, runners);
  const unshrunk = {
    sequence,
    failure: found.failure,
    signature,
    runs: 0,
    steps: [],
    complete: false,
    confirmed: replayed,
  };
  return {
    kind: 'counterexample',
    found: { sequence: found.sequence, path: found.path, replayed },
    shrunk: shrunk ?? unshrunk,
  };
}

/** What `shrinkFound` needs of a search. */
export type ShrinkFoundSettings = Pick<
  SearchSettings,
  'sequences' | 'deterministic' | 'maxTries' | 'stopShrinking'
>;

/**
 * Replays a failing sequence to estimate how often it fails, shrinks it with the tries that this rate asks for, and
 * confirms what is left. Where it fails in another way more often, that way is followed: it takes fewer runs, and the other
 * one comes again. Null where it never failed again.
 */
export async function shrinkFound(
  sequence: Sequence,
  signature: Signature,
  settings: ShrinkFoundSettings,
  runners: readonly Runner[],
): Promise<{ readonly shrunk: FailingSequence | null; readonly replayed: Replays }> {
  const { sequences, deterministic, maxTries, stopShrinking: stop } = settings;
  const tried = (most: number): number => (deterministic ? 1 : most);
  const limits = { tries: tried(REPLAYS), enough: ENOUGH_FAILURES, stop };
  const replays = await attempt(runners, sequence, limits, () => true);
  const followed = mostFrequent(signature, replays.failures);
  const accepts = failingAs(followed);
  const first = replays.failures.find(accepts);
  const replayed = rateOf(replays, followed);
  if (first === undefined) return { shrunk: null, replayed };
  const tries = deterministic ? onceEach : triesFor(replayed, maxTries);
  const target = { sequences, sequence, signature: followed, tries, stop };
  const { failure, ...rest } = await shrinkFailure(target, runners);
  const enough = tried(stop() === null ? CONFIRMATIONS : 1);
  const confirming = { tries: enough, enough, stop: () => null };
  let confirmation = await attempt(runners, rest.sequence, confirming, accepts);
  if (confirmation.failures.length === 0 && enough > 1) {
    const seldom = { tries: REPLAYS, enough: 1, stop };
    const more = await attempt(runners, rest.sequence, seldom, accepts);
    confirmation = { failures: more.failures, runs: confirmation.runs + more.runs };
  }
  const last = confirmation.failures.at(-1) ?? failure ?? first;
  return {
    shrunk: {
      ...rest,
      failure: last,
      signature: last.verdict.signature,
      confirmed: rateOf(confirmation, followed),
    },
    replayed,
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
