import type { Sequence } from '../../model/sequence.js';
import { captures as captureNumbers } from './passes/captures.js';
import { delays } from './passes/delays.js';
import { inSequence, lanes } from './passes/lanes.js';
import { lists } from './passes/lists.js';
import { moves } from './passes/moves.js';
import { names } from './passes/names.js';
import { numbers } from './passes/numbers.js';
import { order } from './passes/order.js';
import { owners } from './passes/owners.js';
import { pairs } from './passes/pairs.js';
import { restarts } from './passes/restarts.js';
import { schedule } from './passes/schedule.js';
import { simplest } from './passes/simplest.js';
import { statements } from './passes/statements.js';
import { timing } from './passes/timing.js';
import { removeMany, removeSingly } from './remove.js';
import type { Pass, PassName, Search } from './search.js';
import { simplify } from './simplify.js';
import { Thorough } from './thorough.js';
import { Tried } from './tried.js';

/*
 * The shrinker
 *
 * A failing sequence of forty commands says that something is wrong; the six that matter say what. Each question that can be
 * asked, "does it still fail without these?", costs a run on a cluster, seconds on a real one and several of those where
 * the failure comes and goes. So the shrinker is built to ask few questions and never the same one twice. It is written as
 * straight code that yields a candidate and gets back whether it failed (`Search`); the cursor that fast-check
 * needs is in `shrinking.ts` alone.
 *
 * 1. Commands (`remove.ts`). Which few of many commands are needed is the problem of group testing, and `needed.ts` asks questions
 *    worth nearly one bit each. The model makes the answers worth more: a command that applied and would no
 *    longer apply is dropped together with what it needed (`prune.ts`), so no run is wasted on a candidate that is broken. Commands
 *    are tried from the front, because what needs a command stands behind it: the table's rows go with the table, the start
 *    with the kill. A command that failed on purpose stays until it is itself removed.
 *    What runs at once costs more to understand than anything else, so the very first question is whether it may run one after the other
 *    (`lanes.ts`). If not, whole lanes go first, and what is left of them command by command like all others (`leaves.ts`). In a
 *    block the model cannot tell what applies; a command goes along only where no order lets it apply (`mayApply.ts`). Then single lanes and
 *    commands are moved out of their block, and lanes put together: what is still at once at the end has to be.
 * 2. What cannot go alone (`moves.ts`, `restarts.ts`, `pairs.ts`). A RENAME carries everything after it; two indexes that make both
 *    sides of an EXCHANGE alike hold each other in place; a kill and a start may be there only to choose who dies next. Moves are
 *    removed by renaming what depends on them, pairs together, restarts for one kill alone. These ask only where there is such a
 *    command.
 * 3. Parameters. Most failures do not care how tables are called or which ids rows have, so `simplest.ts` asks for everything at once:
 *    no delays, given ids, one row, one partition, plain names, the lowest ids. Names and ids change in all commands together,
 *    since one that changed alone would mean another table or row. Only what that question did not settle is asked
 *    singly: statements, lists, captures (TERM for KILL), delays, the schedule, names, numbers.
 * 4. Single commands again. Parameters have changed, and the answers of step 1 need not be consistent where a failure depends on more
 *    than the commands that are present. So each command of the result is removed alone once more, unless that very run has
 *    been made, until a whole round changes nothing. Then the result is 1-minimal: every single removal has been seen to pass.
 * 5. Last of all, and only where the failure seems to hang on a schedule, a delay or an offset, one command less at another time (`timing.ts`).
 *    Then from 2 again until nothing changes.
 * 6. Where a run costs next to nothing, as on the embedded cluster, some hundred more questions (`thorough.ts`). What 1 to 5 come to
 *    depends on where they began: which DDL it was, which partition, what made a kill come at the right moment. So any two commands
 *    are made to meet (`meetings.ts`), one kill is tried everywhere (`crashes.ts`), plainer kinds of commands (`kinds.ts`), other places, tables, partitions and layouts, fewer
 *    commands on many schedules (`schedules.ts`), and two steps at once of which the first alone leads nowhere (`twoSteps.ts`).
 *    Each step down goes back to 2. All starts that fail in one way are to end in one sequence.
 *
 * Every candidate is simpler than the one that it comes from (`order.ts`), by an order without endless ways down, so
 * this ends. Two candidates that differ only in names count as one (`tried.ts`). The schedule, which seeds the
 * timing of an embedded cluster, is put to 0 at the very first, so that everything after it is asked of the plain schedule if
 * that fails too.
 */

const passes: readonly (readonly [PassName, Pass])[] = [
  ['lanes', lanes],
  ['moves', moves],
  ['restarts', restarts],
  ['pairs', pairs],
  ['owners', owners],
  ['simplest', simplest],
  ['statements', statements],
  ['lists', lists],
  ['captures', captureNumbers],
  ['delays', delays],
  ['schedule', schedule],
  ['order', order],
  ['names', names],
  ['numbers', numbers],
  ['timing', timing],
];

/**
 * Shrinks a failing sequence for a cluster with so many captures. The result fails, and without any one of its commands it passes.
 * `isThorough`: whether runs cost next to nothing, so that some thousand may be spent on a canonical result.
 */
export function* shrink(start: Sequence, captures: number, isThorough: boolean): Search {
  const tried = new Tried();
  tried.note(start, 'singly');
  const thorough = new Thorough();
  let best = yield* simplify(start, 'schedule', schedule, tried, captures);
  best = yield* simplify(best, 'lanes', inSequence, tried, captures);
  best = yield* removeMany(best, tried, captures);
  for (;;) {
    const before = best;
    for (const [name, pass] of passes) best = yield* simplify(best, name, pass, tried, captures);
    best = yield* removeSingly(best, tried, captures);
    if (best === before && isThorough) best = yield* thorough.step(best, tried, captures);
    if (best === before) return best;
  }
}
