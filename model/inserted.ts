import type { Table } from './table.js';
import { tokenText } from './token.js';

/**
 * What a table becomes by the rows that command `number` inserts under these ids, which are free; extra columns have
 * their defaults, and the AUTO_INCREMENT guess moves past them.
 */
export function withInserted(
  table: Table,
  ids: readonly number[],
  number: number,
): Pick<Table, 'rows' | 'nextId'> {
  const extra = table.columns.map((column) => column.default);
  const added = ids.map((id, row) => ({ id, data: tokenText(number, row + 1), extra }));
  let nextId = table.nextId;
  for (const id of ids) if (id >= nextId) nextId = id + 1;
  return { rows: [...table.rows, ...added], nextId };
}
