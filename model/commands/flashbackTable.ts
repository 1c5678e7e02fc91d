import { pick, type Rule } from '../rule.js';
import { drawMissing } from '../draw.js';
import type { Reason } from '../reason.js';
import { canComeBack, latestDiscarded, recovering } from '../state.js';

/** TiDB's `FLASHBACK TABLE … TO …`: brings back what the latest DROP or TRUNCATE of that name threw away, under another name. */
export interface FlashbackTable {
  readonly kind: 'flashbackTable';
  readonly table: string;
  readonly to: string;
}

/** Needs a free new name, and something of the old name that was thrown away and not recovered yet. That a table has the old name is right. */
export const flashbackTable: Rule<FlashbackTable> = {
  reasons(state, { table, to }) {
    const reasons: Reason[] = state.tables.has(to) ? ['tableExists'] : [];
    const found = latestDiscarded(state, table);
    if (found === undefined) reasons.push('nothingToRecover');
    else if (found.isRecovered) reasons.push('alreadyRecovered');
    return reasons;
  },
  next(state, { table, to }) {
    const found = latestDiscarded(state, table);
    return found === undefined ? state : recovering(state, found, to);
  },
  draw(state, choose, space) {
    const names = [...new Set(state.discarded.map(({ name }) => name))];
    const table = pick(
      choose,
      names.filter((name) => canComeBack(state, name)),
    );
    if (table === undefined) return null;
    return drawMissing(state, choose, space, (to) => ({ kind: 'flashbackTable', table, to }));
  },
  tables: ({ table, to }) => [table, to],
};
