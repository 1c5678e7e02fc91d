import type { Connection } from 'mysql2/promise';
import type { RowSeen } from '../../model/snapshot.js';
import { identifier } from './identifier.js';
import type { Definition } from './parseTable.js';
import { failureOf, rowsOf, type Text } from './query.js';

/** The rows of one table, by id; with what the server said where it could not read them. */
export interface RowsRead {
  readonly rows: readonly RowSeen[];
  readonly failure?: string;
}

/**
 * The rows of all these tables with one query; where the server refuses it, with one for each table, so that a broken
 * table does not hide the others. Throws where the connection fails.
 */
export async function readRows(
  connection: Connection,
  database: string,
  definitions: ReadonlyMap<string, Definition>,
): Promise<ReadonlyMap<string, RowsRead>> {
  const tables = [...definitions].filter(([, { allColumns }]) => allColumns.length > 0);
  if (tables.length === 0) return new Map();
  try {
    return await readTogether(connection, database, tables);
  } catch (error) {
    const failure = failureOf(error);
    if (tables.length === 1) return new Map(tables.map(([name]) => [name, { rows: [], failure }]));
    const each = new Map<string, RowsRead>();
    for (const table of tables) {
      for (const [name, rows] of await readRows(connection, database, new Map([table]))) each.set(name, rows);
    }
    return each;
  }
}

type Table = readonly [name: string, definition: Definition];

/** One SELECT per table or partition, put together; the first two columns are the places of table and partition. */
async function readTogether(
  connection: Connection,
  database: string,
  tables: readonly Table[],
): Promise<ReadonlyMap<string, RowsRead>> {
  const width = Math.max(...tables.map(([, { columns }]) => columns.length));
  const selects = tables.flatMap((table, place) => selectsOf(database, table, place, width));
  const found = tables.map((): RowSeen[] => []);
  for (const [table, partition, ...values] of await rowsOf(connection, selects.join(' UNION ALL '))) {
    const definition = tables[Number(table)]?.[1];
    if (definition !== undefined) found[Number(table)]?.push(rowSeen(definition, partition ?? null, values));
  }
  return new Map(
    tables.map(([name], place) => [name, { rows: (found[place] ?? []).sort((a, b) => a.id - b.id) }]),
  );
}

function selectsOf(
  database: string,
  [name, { allColumns, columns, partitions }]: Table,
  place: number,
  width: number,
): readonly string[] {
  const id = allColumns.includes('id') ? 'id' : '0';
  const data = allColumns.includes('data') ? 'CONVERT(data USING utf8mb4) COLLATE utf8mb4_bin' : 'NULL';
  const extra = Array.from({ length: width }, (_, i) => columns[i]).map((column) =>
    column === undefined ? 'NULL' : identifier(column.name),
  );
  const values = [id, data, ...extra].join(', ');
  const from = `${identifier(database)}.${identifier(name)}`;
  if (partitions === null) return [`SELECT ${place}, NULL, ${values} FROM ${from}`];
  return partitions.map(
    (partition, i) =>
      `SELECT ${place}, ${i}, ${values} FROM ${from} PARTITION (${identifier(partition.name)})`,
  );
}

function rowSeen({ columns, partitions }: Definition, partition: Text, values: readonly Text[]): RowSeen {
  const [id, data, ...extra] = values;
  return {
    id: Number(id),
    data: data ?? null,
    extra: columns.map((_, i) => (extra[i] === undefined || extra[i] === null ? null : Number(extra[i]))),
    partition: partition === null ? null : (partitions?.[Number(partition)]?.name ?? null),
  };
}
