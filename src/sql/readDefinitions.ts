import type { Connection } from 'mysql2/promise';
import { identifier } from './identifier.js';
import { NOTHING, parseTable, type Definition } from './parseTable.js';
import { failureOf, rowsOf } from './query.js';

/** The definitions of all tables of a database, by name. Throws where the connection fails. */
export async function readDefinitions(
  connection: Connection,
  database: string,
): Promise<ReadonlyMap<string, Definition>> {
  const definitions = new Map<string, Definition>();
  for (const [name] of await rowsOf(connection, `SHOW TABLES FROM ${identifier(database)}`)) {
    if (name !== undefined && name !== null) definitions.set(name, await read(connection, database, name));
  }
  return definitions;
}

async function read(connection: Connection, database: string, table: string): Promise<Definition> {
  try {
    const sql = `SHOW CREATE TABLE ${identifier(database)}.${identifier(table)}`;
    const [row] = await rowsOf(connection, sql);
    return parseTable(row?.[1] ?? '');
  } catch (error) {
    return { ...NOTHING, unexpected: [failureOf(error)] };
  }
}
