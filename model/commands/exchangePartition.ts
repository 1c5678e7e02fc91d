import { missing } from '../existing.js';
import type { Reason } from '../reason.js';
import { pick, type Choose, type Rule } from '../rule.js';
import { tableOf, withTable, type State } from '../state.js';
import {
  changed,
  partitionFor,
  sameNumbering,
  type Index,
  type Partition,
  type Row,
  type Table,
} from '../table.js';

/** `ALTER TABLE … EXCHANGE PARTITION p WITH TABLE n`: the rows of p and n swap places. */
export interface ExchangePartition {
  readonly kind: 'exchangePartition';
  readonly table: string;
  readonly partition: string;
  readonly with: string;
}

/** Needs a partition, and a table without partitions, of one shape, whose rows fit. */
export const exchangePartition: Rule<ExchangePartition> = {
  reasons(state, { table, partition, with: other }) {
    const reasons = new Set<Reason>(table === other ? ['exchangeWithItself'] : []);
    for (const reason of [...missing(state, table), ...missing(state, other)]) reasons.add(reason);
    const [here, there] = [state.tables.get(table), state.tables.get(other)];
    if (here?.partitions === null) reasons.add('notPartitioned');
    if (there !== undefined && there.partitions !== null) reasons.add('exchangeWithPartitioned');
    if (here?.partitions?.every(({ name }) => name !== partition)) reasons.add('unknownPartition');
    if (here === undefined || there === undefined) return [...reasons];
    if (!sameShape(here, there)) reasons.add('tablesDiffer');
    return reasons.size > 0 ? [...reasons] : misfits(here.partitions ?? [], partition, there);
  },
  mayFail: (state, { table, with: other }) =>
    sameNumbering(tableOf(state, table), tableOf(state, other)) ? [] : ['numberingDiffers'],
  next(state, { table, partition, with: other }) {
    const [here, there] = [tableOf(state, table), tableOf(state, other)];
    const partitions = here.partitions ?? [];
    const isInside = (row: Row): boolean => partitionFor(partitions, row.id)?.name === partition;
    const nextId = Math.max(here.nextId, there.nextId);
    const kept = here.rows.filter((row) => !isInside(row));
    const after = withTable(state, table, changed(here, { rows: [...kept, ...there.rows], nextId }));
    return withTable(after, other, changed(there, { rows: here.rows.filter(isInside), nextId }));
  },
  draw: (state, choose) => drawExchange(state, choose, true),
  drawFailing: (state, choose) => drawExchange(state, choose, false),
  tables: ({ table, with: other }) => [table, other],
};

/** EXCHANGE asks for the same columns in the same order, whatever their defaults, and the same indexes in any order. */
function sameShape(a: Table, b: Table): boolean {
  return (
    a.columns.length === b.columns.length &&
    a.columns.every(({ name }, i) => name === b.columns[i]?.name) &&
    a.indexes.length === b.indexes.length &&
    a.indexes.every((index) => hasIndex(b, index))
  );
}

function hasIndex(table: Table, { name, column }: Index): boolean {
  return table.indexes.some((index) => index.name === name && index.column === column);
}

/** Why rows cannot go into the partition, the row with the lowest id first, which is the one that is met first. */
function misfits(partitions: readonly Partition[], partition: string, other: Table): readonly Reason[] {
  const lowest = new Map<Reason, number>();
  for (const { id } of other.rows) {
    const place = partitionFor(partitions, id)?.name;
    if (place === partition) continue;
    const reason = place === undefined ? 'noPartitionForValue' : 'rowOutsidePartition';
    lowest.set(reason, Math.min(lowest.get(reason) ?? id, id));
  }
  return [...lowest].sort(([, a], [, b]) => a - b).map(([reason]) => reason);
}

/** Prefers tables whose columns and indexes are numbered alike, since only those are exchanged on TiDB. */
function drawExchange(state: State, choose: Choose, fits: boolean): ExchangePartition | null {
  const alike: ExchangePartition[] = [];
  const others: ExchangePartition[] = [];
  for (const [table, here] of state.tables) {
    if (here.partitions === null) continue;
    for (const [other, there] of state.tables) {
      if (there.partitions !== null || !sameShape(here, there)) continue;
      const candidates = sameNumbering(here, there) ? alike : others;
      for (const { name } of here.partitions) {
        if ((misfits(here.partitions, name, there).length === 0) !== fits) continue;
        candidates.push({ kind: 'exchangePartition', table, partition: name, with: other });
      }
    }
  }
  const chosen = others.length > 0 && choose.below(4) === 0 ? others : alike;
  return pick(choose, chosen) ?? pick(choose, others) ?? null;
}
