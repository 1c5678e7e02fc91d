import { isOpen, isRequired, type Requirements } from './requirements.js';

/** One way in which the requirements before a command follow from those after it; false where they cannot be met. */
export type Way = () => boolean;

/** Whether a table can have a row of the id at this place by what has no place in the order yet, or was there before. */
export type CanHaveRow = (table: string, place: number) => boolean;

/**
 * The ways, at most one, in which one of several rows was there. Where one of them must be there anyway, that is enough. Otherwise it is demanded of those that
 * can be; `demand` is a number that no other demand has.
 */
export function someRow(
  demand: number,
  places: readonly (readonly [table: string, place: number])[],
  requirements: Requirements,
  canHaveRow: CanHaveRow,
): readonly Way[] {
  if (places.some(([table, place]) => isRequired(requirements.at(table, place)))) return [() => true];
  const possible = places.filter(
    ([table, place]) => isOpen(requirements.at(table, place)) && canHaveRow(table, place),
  );
  if (possible.length === 0) return [];
  return [
    () => {
      requirements.demand(demand, possible);
      return true;
    },
  ];
}
