import type { Ddl } from '../../../model/part.js';
import type { Downstream } from './downstream.js';
import { repartition } from './downstreamPartitions.js';
import { changeExtra, emptyParts, type Refusal, type StoredTable } from './storedTable.js';

/** Executes a DDL downstream, or says why it is refused: the table is then as it was. */
export function executeDdl(downstream: Downstream, ddl: Ddl): Refusal | null {
  const { tables } = downstream;
  if (ddl.kind === 'createTable') return createTable(downstream, ddl.table, ddl.partitions);
  if (ddl.kind === 'recoverTable') return recoverTable(downstream, ddl.table, ddl.table);
  if (ddl.kind === 'flashbackTable') return recoverTable(downstream, ddl.table, ddl.to);
  const table = tables.get(ddl.table);
  if (table === undefined) {
    return { errno: ddl.kind === 'dropTable' ? 1051 : 1146, message: `table '${ddl.table}' doesn't exist` };
  }
  switch (ddl.kind) {
    case 'dropTable':
      downstream.discarded.push({ name: ddl.table, table, isRecovered: false });
      tables.delete(ddl.table);
      return null;
    case 'truncateTable': {
      downstream.discarded.push({ name: ddl.table, table, isRecovered: false });
      const parts = table.parts.map(({ name, lessThan }) => ({ name, lessThan, rows: new Map() }));
      tables.set(ddl.table, { ...table, parts });
      return null;
    }
    case 'renameTable':
      if (tables.has(ddl.to)) return { errno: 1050, message: `table '${ddl.to}' already exists` };
      tables.delete(ddl.table);
      tables.set(ddl.to, table);
      return null;
    case 'addColumn':
    case 'dropColumn':
    case 'addIndex':
      return alterTable(table, ddl);
    default:
      return repartition(downstream, table, ddl);
  }
}

function createTable(
  { tables }: Downstream,
  name: string,
  partitions: Parameters<typeof emptyParts>[0],
): Refusal | null {
  if (tables.has(name)) return { errno: 1050, message: `table '${name}' already exists` };
  tables.set(name, {
    columns: [],
    indexes: [],
    isPartitioned: partitions !== null,
    parts: emptyParts(partitions),
  });
  return null;
}

function recoverTable({ tables, discarded }: Downstream, name: string, as: string): Refusal | null {
  const found = discarded.findLast((each) => each.name === name);
  if (found === undefined) return { errno: 1105, message: `can't find dropped table '${name}'` };
  if (tables.has(as) || found.isRecovered) {
    return { errno: 1050, message: `table '${as}' already exists` };
  }
  found.isRecovered = true;
  tables.set(as, found.table);
  return null;
}

function alterTable(
  table: StoredTable,
  ddl: Extract<Ddl, { kind: 'addColumn' | 'dropColumn' | 'addIndex' }>,
): Refusal | null {
  switch (ddl.kind) {
    case 'addColumn': {
      const { name, default: value } = ddl.column;
      if (table.columns.some((column) => column.name === name)) {
        return { errno: 1060, message: `duplicate column name '${name}'` };
      }
      table.columns = [...table.columns, ddl.column];
      changeExtra(table, (extra) => [...extra, value]);
      return null;
    }
    case 'dropColumn': {
      const place = table.columns.findIndex(({ name }) => name === ddl.column);
      if (place < 0) return { errno: 1091, message: `column '${ddl.column}' doesn't exist` };
      table.columns = table.columns.toSpliced(place, 1);
      table.indexes = table.indexes.filter(({ column }) => column !== ddl.column);
      changeExtra(table, (extra) => extra.toSpliced(place, 1));
      return null;
    }
    case 'addIndex':
      if (table.indexes.some(({ name }) => name === ddl.index.name)) {
        return { errno: 1061, message: `duplicate key name '${ddl.index.name}'` };
      }
      table.indexes = [...table.indexes, ddl.index];
      return null;
  }
}
