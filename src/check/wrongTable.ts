import type { RowSeen } from '../../model/snapshot.js';
import type { RowDifferences } from './differences.js';

/** Rows of `table` that stand in `other` downstream. */
export interface WrongTable {
  readonly table: string;
  readonly other: string;
  readonly rows: readonly RowSeen[];
}

/**
 * Finds rows that one table lacks and another has too many, with the same id and data: they are in the wrong table,
 * neither lost nor extra. Returns them, and the differences that are left.
 */
export function withoutWrongTables(differing: ReadonlyMap<string, RowDifferences>): {
  readonly wrongTables: readonly WrongTable[];
  readonly rest: ReadonlyMap<string, RowDifferences>;
} {
  const extras = new Map<string, { other: string; row: RowSeen }>();
  for (const [other, { extra, changed }] of differing) {
    for (const row of [...extra, ...changed.map(({ seen }) => seen)]) extras.set(key(row), { other, row });
  }
  const wrong = new Map<string, { table: string; other: string; rows: RowSeen[] }>();
  const explained = new Set<RowSeen>();
  for (const [table, { lost, changed }] of differing) {
    for (const row of [...lost, ...changed.map(({ right }) => right)]) {
      const found = extras.get(key(row));
      if (found === undefined || found.other === table) continue;
      const pair = `${table} ${found.other}`;
      const entry = wrong.get(pair) ?? { table, other: found.other, rows: [] };
      entry.rows.push(row);
      wrong.set(pair, entry);
      explained.add(row).add(found.row);
    }
  }
  const rest = new Map<string, RowDifferences>();
  for (const [table, { lost, extra, changed, moved }] of differing) {
    const open = changed.filter(({ right, seen }) => !explained.has(right) && !explained.has(seen));
    const halves = changed.filter((each) => !open.includes(each));
    rest.set(table, {
      lost: [...lost, ...halves.map(({ right }) => right)].filter((row) => !explained.has(row)),
      extra: [...extra, ...halves.map(({ seen }) => seen)].filter((row) => !explained.has(row)),
      changed: open,
      moved,
    });
  }
  return { wrongTables: [...wrong.values()], rest };
}

function key(row: RowSeen): string {
  return JSON.stringify([row.id, row.data]);
}
