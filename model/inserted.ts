import { withRows, type Table } from './table.js';
import { tokenText } from './token.js';

/** The table with the rows that command `number` inserts under these ids; extra columns have their defaults. */
export function withInserted(table: Table, ids: readonly number[], number: number): Table {
  const extra = table.columns.map((column) => column.default);
  return withRows(
    table,
    ids.map((id, row) => ({ id, data: tokenText(number, row + 1), extra })),
  );
}
