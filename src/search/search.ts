import type { Sequence } from '../../model/sequence.js';
import { cutAt } from '../shrink/cutAt.js';
import type { Replays } from '../shrink/tries.js';
import { find, type FindSettings, type Found } from './find.js';
import type { Failure, Runner, Stop } from './runner.js';
import { shrinkFound, type FailingSequence } from './shrinkFound.js';

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
