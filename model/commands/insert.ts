import { drawTable } from '../draw.js';
import { missing } from '../existing.js';
import type { Reason } from '../reason.js';
import { withInserted } from '../inserted.js';
import type { Choose, Rule } from '../rule.js';
import type { Space } from '../space.js';
import { changingTable, tableOf } from '../state.js';
import { hasRow, partitionFor, type Table } from '../table.js';

/** `INSERT` of rows with given ids: all of them, or none where one has no place. */
export interface Insert {
  readonly kind: 'insert';
  readonly table: string;
  readonly ids: readonly number[];
}

/** Needs ids that are free and have a partition. */
export const insert: Rule<Insert> = {
  reasons(state, { table, ids }) {
    const absent = missing(state, table);
    return absent.length > 0 ? absent : badRows(tableOf(state, table), ids);
  },
  next: (state, { table, ids }, number) =>
    changingTable(state, table, (old) => withInserted(old, ids, number)),
  draw: (state, choose, space) =>
    drawTable(state, choose, (table) => {
      const ids = drawIds(tableOf(state, table), choose, space);
      return ids.length === 0 ? null : { kind: 'insert', table, ids };
    }),
  drawFailing: (state, choose, space) =>
    drawTable(state, choose, (table) => {
      const { partitions, rows } = tableOf(state, table);
      const last = partitions?.at(-1)?.lessThan ?? 'MAXVALUE';
      if (last !== 'MAXVALUE') return { kind: 'insert', table, ids: [last + choose.below(space.maxId)] };
      const taken = rows[choose.below(Math.max(rows.length, 1))];
      return taken === undefined ? null : { kind: 'insert', table, ids: [taken.id] };
    }),
  tables: ({ table }) => [table],
};

/** Why rows cannot go in, in the order of the rows. */
function badRows(table: Table, ids: readonly number[]): readonly Reason[] {
  const reasons: Reason[] = [];
  for (const [place, id] of ids.entries()) {
    const reason = badRow(table, id) ?? (ids.indexOf(id) < place ? 'duplicateKey' : null);
    if (reason !== null && !reasons.includes(reason)) reasons.push(reason);
  }
  return reasons;
}

/** Why a row cannot go in. */
function badRow(table: Table, id: number): Reason | null {
  const { partitions } = table;
  if (partitions !== null && partitionFor(partitions, id) === undefined) return 'noPartitionForValue';
  return hasRow(table, id) ? 'duplicateKey' : null;
}

/** Free ids: half of them next to a partition bound, where rows get lost most easily. */
function drawIds(table: Table, choose: Choose, space: Space): readonly number[] {
  const ids = new Set<number>();
  const bounds: number[] = [];
  for (const { lessThan } of table.partitions ?? []) if (lessThan !== 'MAXVALUE') bounds.push(lessThan);
  const wanted = 1 + choose.below(space.maxRows);
  for (let tries = 0; tries < wanted * 3 && ids.size < wanted; tries++) {
    const bound = bounds[choose.below(2 * bounds.length + 1)];
    const id = bound === undefined ? 1 + choose.below(space.maxId) : bound - choose.below(2);
    if (id > 0 && !ids.has(id) && badRow(table, id) === null) ids.add(id);
  }
  return [...ids];
}
