import type { Sequence } from '../../model/sequence.js';
import { failingAs, type Failure, type Runner } from '../search/runner.js';
import { triesAfter } from '../shrink/tries.js';
import type { Explained, Explaining } from './explain.js';
import type { Explanation, Tally } from './explanation.js';
import { noRuns, sumOf, tallied, type Counting } from './tallies.js';

/** The chance that is taken of calling a sequence sound that does fail. */
const MISS_CHANCE = 0.05;

/** The runs that an explanation makes, within its budget. */
export class Runs {
  /** The sequence as it is. */
  unchanged: Tally = noRuns;
  ended: Explanation['ended'] = 'complete';
  readonly #target: Explained;
  readonly #how: Explaining;
  /** The longest run so far: ms. None is begun that might not end within the budget. */
  #longest = 0;

  constructor(target: Explained, how: Explaining) {
    this.#target = target;
    this.#how = how;
  }

  /** Runs the sequence until it fails as it is known to; null where it does not. */
  async untilItFails(): Promise<Failure | null> {
    const found: Failure[] = [];
    const counting = this.#counting((failure) => {
      found.push(failure);
    });
    const isOver = (): boolean => found.length > 0 || counting.isOver();
    const [tally = noRuns] = await tallied([this.#target.sequence], this.#most, { ...counting, isOver });
    this.unchanged = sumOf(this.unchanged, tally);
    return found[0] ?? null;
  }

  /** Runs each of these as often as it takes, and the sequence as it is as often as them. */
  async of(changed: readonly { readonly sequence: Sequence }[]): Promise<readonly Tally[]> {
    if (changed.length === 0) return [];
    const isKnown = this.unchanged.runs >= this.#most;
    const all = [...changed, ...(isKnown ? [] : [this.#target])].map(({ sequence }) => sequence);
    const counting = this.#counting(() => undefined);
    const tallies = await tallied(all, this.#most, counting);
    this.unchanged = sumOf(this.unchanged, tallies[changed.length] ?? noRuns);
    return tallies.slice(0, changed.length);
  }

  /** Runs without a failure that are enough to say that a sequence does not fail; Infinity where nothing is. */
  get enough(): number {
    const { cluster } = this.#how;
    if (cluster.deterministic) return 1;
    const known = this.#isAtHome ? this.#target.reproduction : noRuns;
    const failed = known.failed + this.unchanged.failed;
    return triesAfter({ failed, runs: known.runs + this.unchanged.runs }, MISS_CHANCE);
  }

  get #most(): number {
    const { cluster, maxTries } = this.#how;
    if (cluster.deterministic) return 1;
    return this.#isAtHome ? Math.min(maxTries, triesAfter(this.#target.reproduction, MISS_CHANCE)) : maxTries;
  }

  /** Whether it is explained where it was found, so that it is known how often it fails. */
  get #isAtHome(): boolean {
    return this.#how.cluster.name === this.#target.foundOn;
  }

  #counting(onSame: (failure: Failure) => void): Counting {
    const { budget, runners } = this.#how;
    const timed = (runner: Runner): Runner => {
      return async (sequence) => {
        const begun = performance.now();
        const result = await runner(sequence);
        this.#longest = Math.max(this.#longest, performance.now() - begun);
        return result;
      };
    };
    const isOver = (): boolean => {
      const why = budget.stop() ?? (budget.left() < this.#longest ? 'budget' : null);
      if (why !== null) this.ended = why;
      return why !== null;
    };
    return { runners: runners.map(timed), isSame: failingAs(this.#target.signature), isOver, onSame };
  }
}
