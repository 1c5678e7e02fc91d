import { drawTable } from '../draw.js';
import type { Reason } from '../reason.js';
import { pick, type Rule } from '../rule.js';
import { withDiscarded, withTable, type Discarded, type State } from '../state.js';

/** TiDB's `RECOVER TABLE`: brings back what the latest DROP or TRUNCATE of that name threw away, with its old id. */
export interface RecoverTable {
  readonly kind: 'recoverTable';
  readonly table: string;
}

/** Needs a free name, and something of that name that was thrown away and not recovered yet. */
export const recoverTable: Rule<RecoverTable> = {
  reasons(state, { table }) {
    const reasons: Reason[] = state.tables.has(table) ? ['tableExists'] : [];
    const found = latest(state, table);
    if (found === undefined) reasons.push('nothingToRecover');
    else if (found.isRecovered) reasons.push('alreadyRecovered');
    return reasons;
  },
  next(state, { table }) {
    const found = latest(state, table);
    if (found === undefined) return state;
    const discarded = state.discarded.map((each) => (each === found ? { ...each, isRecovered: true } : each));
    return withTable(withDiscarded(state, discarded), table, found.table);
  },
  draw(state, choose) {
    const names = new Set(state.discarded.map(({ name }) => name));
    const table = pick(
      choose,
      [...names].filter((name) => !state.tables.has(name) && latest(state, name)?.isRecovered === false),
    );
    return table === undefined ? null : { kind: 'recoverTable', table };
  },
  drawFailing: (state, choose) => drawTable(state, choose, (table) => ({ kind: 'recoverTable', table })),
  tables: ({ table }) => [table],
};

/** Only the latest one counts: once it is recovered, those before it stay out of reach by this name. */
function latest(state: State, table: string): Discarded | undefined {
  return state.discarded.findLast(({ name }) => name === table);
}
