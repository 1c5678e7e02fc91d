import type { Snapshot } from '../../../model/snapshot.js';

/** What a side holds as the script dumps it: a line for each table, partition and row, fields with tabs between. */
export function modelLines(snapshot: Snapshot): readonly string[] {
  const tables = Object.entries(snapshot).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [
    ...tables.map(([table]) => ['table', table]),
    ...tables.flatMap(([table, { partitions }]) =>
      (partitions ?? []).map(({ name, lessThan }) => ['partition', table, name, String(lessThan)]),
    ),
    ...tables.flatMap(([table, { rows }]) =>
      rows.map(({ id, data, extra, partition }) => [
        ...['row', table, partition ?? '-', String(id), data ?? 'NULL'],
        ...extra.map((value) => String(value ?? 'NULL')),
      ]),
    ),
  ];
  return lines.map((fields) => fields.join('\t'));
}
