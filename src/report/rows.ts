import type { RowSeen } from '../../model/snapshot.js';
import type { Anomaly, RowDifference } from '../check/anomaly.js';

/** Rows that are shown of one anomaly; the others are counted. */
const SHOWN = 10;

/** What the cells of `rowCells` are. */
export const ROW_HEAD = ['id', 'upstream', 'downstream', 'model'] as const;

/** The rows of an anomaly that are shown, and how many more there are. */
export function shownRows({ rows }: Anomaly): {
  readonly rows: readonly RowDifference[];
  readonly more: number;
} {
  return { rows: rows.slice(0, SHOWN), more: Math.max(0, rows.length - SHOWN) };
}

/** A row as each side has it, a cell each. */
export function rowCells({ id, upstream, downstream, model }: RowDifference): readonly string[] {
  return [String(id), cell(upstream), cell(downstream), cell(model)];
}

/** The rows of an anomaly side by side, as lines of a table; none where the anomaly has no rows. */
export function rowLines(anomaly: Anomaly): readonly string[] {
  const { rows, more } = shownRows(anomaly);
  if (rows.length === 0) return [];
  const body = rows.map(rowCells);
  const widths = ROW_HEAD.map((title, i) =>
    Math.max(title.length, ...body.map((row) => row[i]?.length ?? 0)),
  );
  const lines = [ROW_HEAD, ...body].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}

function cell(row: RowSeen | null): string {
  if (row === null) return '-';
  const values = [row.data ?? 'NULL', ...row.extra.map((value) => String(value ?? 'NULL'))].join(',');
  return row.partition === null ? values : `${values} in ${row.partition}`;
}
