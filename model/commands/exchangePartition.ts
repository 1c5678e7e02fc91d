import { missing } from '../draw.js';
import type { Reason } from '../reason.js';
import { pick, type Rule } from '../rule.js';
import { tableOf, withTable, type State } from '../state.js';
import { partitionFor, type Partition, type Row, type Table } from '../table.js';

/** `ALTER TABLE … EXCHANGE PARTITION p WITH TABLE n`: the rows of p and n swap places. */
export interface ExchangePartition {
  readonly kind: 'exchangePartition';
  readonly table: string;
  readonly partition: string;
  readonly with: string;
}

export const exchangePartition: Rule<ExchangePartition> = {
  reasons(state, { table, partition, with: other }) {
    if (table === other) return ['exchangeWithItself'];
    const absent = [...missing(state, table), ...missing(state, other)];
    if (absent.length > 0) return [...new Set(absent)];
    const [here, there] = [tableOf(state, table), tableOf(state, other)];
    const reasons: Reason[] = [];
    if (here.partitions === null) reasons.push('notPartitioned');
    if (there.partitions !== null) reasons.push('exchangeWithPartitioned');
    if (here.partitions !== null && !here.partitions.some(({ name }) => name === partition)) {
      reasons.push('unknownPartition');
    }
    if (!sameShape(here, there)) reasons.push('tablesDiffer');
    if (reasons.length === 0 && !allFit(here.partitions ?? [], partition, there)) {
      reasons.push('rowOutsidePartition');
    }
    return reasons;
  },
  next(state, { table, partition, with: other }) {
    const [here, there] = [tableOf(state, table), tableOf(state, other)];
    const partitions = here.partitions ?? [];
    const isInside = (row: Row): boolean => partitionFor(partitions, row.id)?.name === partition;
    const all = [...here.rows.values()];
    const nextId = Math.max(here.nextId, there.nextId);
    const kept = [...all.filter((row) => !isInside(row)), ...there.rows.values()];
    return withTable(withTable(state, table, { ...here, rows: byId(kept), nextId }), other, {
      ...there,
      rows: byId(all.filter(isInside)),
      nextId,
    });
  },
  draw: (state, choose) => drawExchange(state, choose, true),
  drawFailing: (state, choose) => drawExchange(state, choose, false),
  tables: ({ table, with: other }) => [table, other],
};

function byId(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** EXCHANGE asks for the same columns and indexes on both sides, in the same order. */
function sameShape(a: Table, b: Table): boolean {
  return (
    a.columns.length === b.columns.length &&
    a.columns.every(
      (column, i) => column.name === b.columns[i]?.name && column.default === b.columns[i].default,
    ) &&
    a.indexes.length === b.indexes.length &&
    a.indexes.every((index, i) => index.name === b.indexes[i]?.name && index.column === b.indexes[i].column)
  );
}

function allFit(partitions: readonly Partition[], partition: string, other: Table): boolean {
  for (const id of other.rows.keys()) if (partitionFor(partitions, id)?.name !== partition) return false;
  return true;
}

function drawExchange(
  state: State,
  choose: Parameters<typeof pick>[0],
  fits: boolean,
): ExchangePartition | null {
  const candidates: ExchangePartition[] = [];
  for (const [table, here] of state.tables) {
    for (const [other, there] of state.tables) {
      if (here.partitions === null || there.partitions !== null || !sameShape(here, there)) continue;
      for (const { name } of here.partitions) {
        if (allFit(here.partitions, name, there) !== fits) continue;
        candidates.push({ kind: 'exchangePartition', table, partition: name, with: other });
      }
    }
  }
  return pick(choose, candidates) ?? null;
}
