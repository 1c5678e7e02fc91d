import type { Connection } from 'mysql2/promise';
import type { Snapshot, TableSeen } from '../../model/snapshot.js';
import { readDefinitions } from './readDefinitions.js';
import { readRows } from './readRows.js';

/**
 * Reads every table of a database at rest: its definition, and each row with the partition that really holds it, as
 * often as it is there. One query per definition, one for the rows of all tables. What a server shows beyond the model's
 * words, and why a table cannot be read, is told in `unexpected`. Throws where the connection fails.
 */
export async function readSnapshot(connection: Connection, database: string): Promise<Snapshot> {
  const definitions = await readDefinitions(connection, database);
  const rows = await readRows(connection, database, definitions);
  const snapshot: Record<string, TableSeen> = {};
  for (const [name, { columns, indexes, partitions, unexpected = [] }] of definitions) {
    const { rows: seen, failure } = rows.get(name) ?? { rows: [] };
    const strange = failure === undefined ? unexpected : [...unexpected, failure];
    const table = { columns, indexes, partitions, rows: seen };
    snapshot[name] = strange.length === 0 ? table : { ...table, unexpected: strange };
  }
  return snapshot;
}
