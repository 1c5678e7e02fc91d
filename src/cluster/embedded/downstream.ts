import type { Snapshot, TableSeen } from '../../../model/snapshot.js';
import type { RowsEvent, Version } from './commitLog.js';
import { partFor, seen, type Refusal, type StoredTable } from './storedTable.js';

/** A table that DROP or TRUNCATE threw away downstream. */
export interface Discarded {
  readonly name: string;
  readonly table: StoredTable;
  isRecovered: boolean;
}

/**
 * The downstream database. It knows nothing of replication: statements come in, name tables, and are carried out or
 * refused with TiDB's error numbers. It keeps its own rows, in its own way.
 */
export class Downstream {
  readonly tables = new Map<string, StoredTable>();
  readonly discarded: Discarded[] = [];

  /**
   * Writes rows as `REPLACE` and `DELETE … WHERE id = …` do, so that writing them once more changes nothing. They go
   * to the table that had them upstream when they were committed, by its name, and downstream finds the partition.
   */
  write({ changes }: RowsEvent, { table: name, columns }: Version): Refusal | null {
    const table = this.tables.get(name ?? '');
    if (table === undefined) return { errno: 1146, message: `table '${name ?? ''}' doesn't exist` };
    if (
      columns.length !== table.columns.length ||
      columns.some((each, i) => each !== table.columns[i]?.name)
    ) {
      return { errno: 1054, message: `unknown column in '${name ?? ''}'` };
    }
    for (const { id, row } of changes) {
      const part = partFor(table.parts, id);
      if (row === null) part?.rows.delete(id);
      else if (part === undefined) return { errno: 1526, message: `table has no partition for value ${id}` };
      else part.rows.set(id, row);
    }
    return null;
  }

  /** Everything in it. */
  snapshot(): Snapshot {
    const tables: Record<string, TableSeen> = {};
    for (const [name, table] of this.tables) tables[name] = seen(table);
    return tables;
  }
}
