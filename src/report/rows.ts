import type { RowSeen } from '../../model/snapshot.js';
import type { Anomaly, RowDifference } from '../check/anomaly.js';

/** Rows that are shown of one anomaly; the others are counted. */
const SHOWN = 10;

/** The rows of an anomaly side by side, as lines of a table; none where the anomaly has no rows. */
export function rowLines({ rows }: Anomaly): readonly string[] {
  if (rows.length === 0) return [];
  const head = ['id', 'upstream', 'downstream', 'model'];
  const body = rows.slice(0, SHOWN).map(cells);
  const widths = head.map((title, i) => Math.max(title.length, ...body.map((row) => row[i]?.length ?? 0)));
  const lines = [head, ...body].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const more = rows.length - SHOWN;
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}

function cells({ id, upstream, downstream, model }: RowDifference): readonly string[] {
  return [String(id), cell(upstream), cell(downstream), cell(model)];
}

function cell(row: RowSeen | null): string {
  if (row === null) return '-';
  const values = [row.data ?? 'NULL', ...row.extra.map((value) => String(value ?? 'NULL'))].join(',');
  return row.partition === null ? values : `${values} in ${row.partition}`;
}
