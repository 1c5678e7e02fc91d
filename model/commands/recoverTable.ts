import { drawTable } from '../draw.js';
import type { Reason } from '../reason.js';
import { pick, type Rule } from '../rule.js';
import { canComeBack, latestDiscarded, recovering } from '../state.js';

/** TiDB's `RECOVER TABLE`: brings back what the latest DROP or TRUNCATE of that name threw away, with its old id. */
export interface RecoverTable {
  readonly kind: 'recoverTable';
  readonly table: string;
}

/** Needs a free name, and something of that name that was thrown away and not recovered yet. */
export const recoverTable: Rule<RecoverTable> = {
  reasons(state, { table }) {
    const reasons: Reason[] = state.tables.has(table) ? ['tableExists'] : [];
    const found = latestDiscarded(state, table);
    if (found === undefined) reasons.push('nothingToRecover');
    else if (found.isRecovered) reasons.push('alreadyRecovered');
    return reasons;
  },
  next(state, { table }) {
    const found = latestDiscarded(state, table);
    return found === undefined ? state : recovering(state, found, table);
  },
  draw(state, choose) {
    const names = new Set(state.discarded.map(({ name }) => name));
    const table = pick(
      choose,
      [...names].filter((name) => !state.tables.has(name) && canComeBack(state, name)),
    );
    return table === undefined ? null : { kind: 'recoverTable', table };
  },
  drawFailing: (state, choose) => drawTable(state, choose, (table) => ({ kind: 'recoverTable', table })),
  tables: ({ table }) => [table],
};
