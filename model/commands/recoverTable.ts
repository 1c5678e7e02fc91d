import { pick, type Rule } from '../rule.js';
import { withTable, type State } from '../state.js';

/** TiDB's `RECOVER TABLE`: brings back what the latest DROP or TRUNCATE of that name threw away, with its old id. */
export interface RecoverTable {
  readonly kind: 'recoverTable';
  readonly table: string;
}

export const recoverTable: Rule<RecoverTable> = {
  reasons: (state, { table }) => [
    ...(state.tables.has(table) ? (['tableExists'] as const) : []),
    ...(latest(state, table) === undefined ? (['nothingToRecover'] as const) : []),
  ],
  next(state, { table }) {
    const found = latest(state, table);
    if (found === undefined) return state;
    const discarded = state.discarded.filter((each) => each !== found);
    return withTable({ ...state, discarded }, table, found.table);
  },
  draw(state, choose) {
    const names = new Set(state.discarded.map(({ name }) => name));
    const table = pick(
      choose,
      [...names].filter((name) => !state.tables.has(name)),
    );
    return table === undefined ? null : { kind: 'recoverTable', table };
  },
  drawFailing(state, choose) {
    const table = pick(choose, [...state.tables.keys()]);
    return table === undefined ? null : { kind: 'recoverTable', table };
  },
  tables: ({ table }) => [table],
};

function latest(state: State, table: string): State['discarded'][number] | undefined {
  return state.discarded.findLast(({ name }) => name === table);
}
