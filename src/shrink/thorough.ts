import type { Sequence } from '../../model/sequence.js';
import { crashes } from './passes/crashes.js';
import { kinds } from './passes/kinds.js';
import { layouts } from './passes/layouts.js';
import { meetings } from './passes/meetings.js';
import { otherMoves } from './passes/otherMoves.js';
import { places } from './passes/places.js';
import { schedules } from './passes/schedules.js';
import { shortest } from './passes/shortest.js';
import { targets } from './passes/targets.js';
import { twoSteps } from './passes/twoSteps.js';
import type { Pass, PassName, Search } from './search.js';
import { stepDown } from './simplify.js';
import type { Tried } from './tried.js';

/** What is asked where runs cost next to nothing, the cheapest first. */
const passes: readonly (readonly [PassName, Pass])[] = [
  ['meetings', meetings],
  ['crashes', crashes],
  ['other moves', otherMoves],
  ['kinds', kinds],
  ['places', places],
  ['targets', targets],
  ['layouts', layouts],
  ['shortest', shortest],
  ['two steps', twoSteps],
  ['schedules', schedules],
];

/** Runs of one shrinking that may be spent so: some seconds where a run takes a millisecond. */
const MOST = 3000;

/** The thorough part of one shrinking. */
export class Thorough {
  private left = MOST;

  /** One step down by the first pass that finds one; the same sequence where there is none or the runs are used up. */
  *step(start: Sequence, tried: Tried, captures: number): Search {
    for (const [name, pass] of passes) {
      const search = stepDown(start, name, pass, tried, captures);
      let next = search.next();
      while (next.done !== true) {
        if (this.left-- <= 0) return start;
        next = search.next(yield next.value);
      }
      if (next.value !== start) return next.value;
    }
    return start;
  }
}
