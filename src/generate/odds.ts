import type { Kind } from '../../model/command.js';
import { partOf, type Part } from '../../model/part.js';
import type { Choose } from '../../model/rule.js';
import { boost } from './biases.js';
import { isIdle } from './kinds.js';

interface Row {
  readonly kinds: readonly Kind[];
  /** For each kind, the sum of its weight and of those before it. */
  readonly upTo: readonly number[];
  readonly total: number;
}

/** Draws kinds by weight and bias. What follows a part is worked out once a run, since it is asked for at every command. */
export class Odds {
  private readonly rows = new Map<string, Row>();

  constructor(private readonly weights: ReadonlyMap<Kind, number>) {}

  /** A kind to come after `previous`; as a run's last command none that is idle there. Undefined where no kind is left. */
  draw(choose: Choose, previous: Kind | undefined, isLast: boolean): Kind | undefined {
    const before = previous === undefined ? undefined : partOf(previous);
    const { kinds, upTo, total } = this.row(before, isLast);
    const dice = (choose.below(SCALE) / SCALE) * total;
    return kinds[upTo.findIndex((sum) => dice < sum)];
  }

  private row(before: Part | undefined, isLast: boolean): Row {
    const key = isLast ? 'last' : (before ?? 'first');
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    const kinds: Kind[] = [];
    const upTo: number[] = [];
    let total = 0;
    for (const [kind, weight] of this.weights) {
      if (isLast && isIdle(kind)) continue;
      total += weight * boost(before, kind);
      kinds.push(kind);
      upTo.push(total);
    }
    const row = { kinds, upTo, total };
    this.rows.set(key, row);
    return row;
  }
}

const SCALE = 1_000_000;
