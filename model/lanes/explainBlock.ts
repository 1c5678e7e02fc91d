import { apply } from '../apply.js';
import type { Snapshot } from '../snapshot.js';
import { withUncertain, type State } from '../state.js';
import { componentsOf } from './component.js';
import type { Happened } from './happened.js';
import { placeInOrder, type Placed } from './placeInOrder.js';

/** Tables whose end no order of the commands explains, with all that was done to them. */
export interface Unexplained {
  readonly tables: ReadonlySet<string>;
  readonly happened: readonly Happened[];
  /** The command for which no place was left where the search got furthest; null where the end itself cannot be explained. */
  readonly stuck: Happened | null;
}

/** What a block has come to. */
export type Explained =
  /** Some order of the commands explains what was seen: the state that it leads to, and the order, with ids where upstream gave them. */
  | {
      readonly kind: 'explained';
      readonly state: State;
      readonly order: readonly Placed[];
    }
  | { readonly kind: 'impossible'; readonly unexplained: readonly Unexplained[] }
  /** There were too many orders to look at all of them. */
  | { readonly kind: 'undecided' };

/**
 * Whether what upstream shows at rest after a block is one of the states that some order of its commands allows, each command within the time that it took
 * and with the outcome that it had. If so, the model goes on from there: what upstream shows has told which order it was, as far as that matters.
 */
export function explainBlock(before: State, happened: readonly Happened[], seen: Snapshot): Explained {
  const unexplained: Unexplained[] = [];
  const order: Placed[] = [];
  let isDecided = true;
  for (const component of componentsOf(before, happened, seen)) {
    const placed = placeInOrder(component);
    switch (placed.kind) {
      case 'found':
        order.push(...placed.order);
        break;
      case 'none':
        unexplained.push({
          tables: component.tables,
          happened: component.happened,
          stuck: placed.stuck,
        });
        break;
      case 'undecided':
        isDecided = false;
    }
  }
  if (unexplained.length > 0) return { kind: 'impossible', unexplained };
  if (!isDecided) return { kind: 'undecided' };
  const effective = order.filter(({ hadEffect }) => hadEffect);
  const state = effective.reduce(
    (current, { happened: { command, number }, ids }) => apply(current, command, number, ids),
    before,
  );
  return { kind: 'explained', state: withUncertain(before, state), order: effective };
}
