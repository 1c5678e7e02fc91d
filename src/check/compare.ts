import {
  definitionText,
  sameDefinition,
  type RowSeen,
  type Snapshot,
  type TableSeen,
} from '../../model/snapshot.js';
import type { Anomaly, AnomalyKind, RowDifference } from './anomaly.js';
import { rowDifferences, type RowDifferences } from './differences.js';
import { commandsOnRows, commandsOnTable, type History } from './provenance.js';
import { withoutWrongTables } from './wrongTable.js';

/** What each side holds at a check, and what it must hold. `downstream` is null where it has not caught up. */
export interface Sides {
  readonly model: Snapshot;
  readonly upstream: Snapshot;
  readonly downstream: Snapshot | null;
}

/**
 * Every way in which the sides differ. Where upstream is not what the model says, that alone is reported: the fault is
 * not in replication, and what downstream holds cannot be judged.
 */
export function compare(sides: Sides, history: History): readonly Anomaly[] {
  const wrong = upstreamAnomalies(sides, history);
  return wrong.length > 0 ? wrong : downstreamAnomalies(sides, history);
}

function upstreamAnomalies({ model, upstream, downstream }: Sides, history: History): readonly Anomaly[] {
  const anomalies: Anomaly[] = [];
  for (const table of tablesOf(model, upstream)) {
    const [right, seen] = [model[table], upstream[table]];
    const base = { kind: 'upstreamWrong', table } as const;
    if (right === undefined || seen === undefined) {
      const detail = seen === undefined ? `upstream has no table ${table}` : `upstream has a table ${table}`;
      anomalies.push({ ...base, detail, rows: [], commands: commandsOnTable(history, table) });
      continue;
    }
    if (!sameDefinition(right, seen)) {
      const detail = `upstream is (${definitionText(seen)}), the model says (${definitionText(right)})`;
      anomalies.push({ ...base, detail, rows: [], commands: commandsOnTable(history, table) });
    }
    const { lost, extra, changed, moved } = rowDifferences(right, seen, true);
    const ids = idsOf([...lost, ...extra, ...changed.map((c) => c.right), ...moved.map((m) => m.right)]);
    if (ids.size > 0) {
      const rows = differencesOf(table, ids, { model, upstream, downstream });
      const detail = `${count(ids.size)} of ${table} upstream not as the model says`;
      anomalies.push({
        ...base,
        detail,
        rows,
        commands: commandsOnRows(history, table, ids, tokensOf(rows)),
      });
    }
  }
  return anomalies;
}

function downstreamAnomalies(sides: Sides, history: History): readonly Anomaly[] {
  const { upstream, downstream } = sides;
  if (downstream === null) return [];
  const anomalies: Anomaly[] = [];
  const differing = new Map<string, RowDifferences>();
  for (const table of tablesOf(upstream, downstream)) {
    const [right, seen] = [upstream[table], downstream[table]];
    if (right === undefined || seen === undefined) {
      const missing = seen === undefined;
      const detail = missing ? `${table} is missing downstream` : `${table} exists downstream only`;
      const kind: AnomalyKind = missing ? 'missingTable' : 'extraTable';
      anomalies.push({ kind, table, detail, rows: [], commands: commandsOnTable(history, table) });
      continue;
    }
    const same = sameDefinition(right, seen);
    if (!same) {
      anomalies.push({
        kind: 'schemaDiffers',
        table,
        detail: `downstream is (${definitionText(seen)}), upstream is (${definitionText(right)})`,
        rows: [],
        schema: { upstream: withoutRows(right), downstream: withoutRows(seen) },
        commands: commandsOnTable(history, table),
      });
    }
    differing.set(table, rowDifferences(right, seen, same));
  }
  const rowsOf = (kind: AnomalyKind, table: string, found: readonly RowSeen[], what: string): void => {
    if (found.length === 0) return;
    const ids = idsOf(found);
    const rows = differencesOf(table, ids, sides);
    const commands = commandsOnRows(history, table, ids, tokensOf(rows));
    anomalies.push({ kind, table, detail: `${count(ids.size)} of ${table} ${what}`, rows, commands });
  };
  const { wrongTables, rest } = withoutWrongTables(differing);
  for (const { table, other, rows } of wrongTables) {
    rowsOf('wrongTable', table, rows, `in ${other} downstream`);
  }
  for (const [table, { lost, extra, changed, moved }] of rest) {
    rowsOf('lostRows', table, lost, 'lost downstream');
    rowsOf('extraRows', table, extra, 'downstream only');
    rowsOf(
      'wrongRows',
      table,
      changed.map(({ right }) => right),
      'with other values downstream',
    );
    rowsOf(
      'wrongPartition',
      table,
      moved.map(({ right }) => right),
      'in another partition downstream',
    );
  }
  return anomalies;
}

function tablesOf(a: Snapshot, b: Snapshot): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
}

function idsOf(rows: readonly RowSeen[]): ReadonlySet<number> {
  return new Set(rows.map(({ id }) => id));
}

function tokensOf(rows: readonly RowDifference[]): ReadonlySet<string> {
  const seen = rows.flatMap(({ model, upstream, downstream }) => [model, upstream, downstream]);
  return new Set(seen.flatMap((row) => (typeof row?.data === 'string' ? [row.data] : [])));
}

function differencesOf(table: string, ids: ReadonlySet<number>, sides: Sides): readonly RowDifference[] {
  const find = (side: Snapshot | null, id: number): RowSeen | null =>
    side?.[table]?.rows.find((row) => row.id === id) ?? null;
  return [...ids]
    .sort((a, b) => a - b)
    .map((id) => ({
      id,
      model: find(sides.model, id),
      upstream: find(sides.upstream, id),
      downstream: find(sides.downstream, id),
    }));
}

function withoutRows(table: TableSeen): TableSeen {
  return { ...table, rows: [] };
}

function count(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}
