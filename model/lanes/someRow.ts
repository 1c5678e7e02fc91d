import { withSomeRow, type Requirements } from './requirements.js';

/** One way in which the requirements before a command follow from those after it; false where they cannot be met. */
export type Way = () => boolean;

/** Since when a table can have a row of the id at this place, by what has no place in the order yet or was there before; null where it cannot. */
export type RowSince = (table: string, place: number) => number | null;

/**
 * The ways in which one of several rows was there. Where one of them must be there anyway, that is enough. Otherwise it is one of those that can be, the ones that
 * are surest to be first.
 */
export function someRow(
  places: readonly (readonly [table: string, place: number])[],
  requirements: Requirements,
  rowSince: RowSince,
): readonly Way[] {
  if (places.some(([table, place]) => typeof requirements.at(table, place) !== 'string')) return [() => true];
  const possible: { readonly since: number; readonly way: Way }[] = [];
  for (const [table, place] of places) {
    if (requirements.at(table, place) !== 'any') continue;
    const since = rowSince(table, place);
    if (since !== null)
      possible.push({ since, way: () => requirements.strengthen(table, place, withSomeRow) });
  }
  return possible.sort((a, b) => a.since - b.since).map(({ way }) => way);
}
