import type { Rule } from '../rule.js';
import type { State } from '../state.js';
import { deleteRows, type Delete } from './delete.js';
import { insert, type Insert } from './insert.js';
import { update, type Update } from './update.js';

/** DML on one or several tables between BEGIN and COMMIT: all of it, or nothing where one statement fails. */
export interface Transaction {
  readonly kind: 'transaction';
  readonly statements: readonly (Insert | Update | Delete)[];
}

type Statement = Transaction['statements'][number];

/** Needs what its statements need, one after the other. */
export const transaction: Rule<Transaction> = {
  reasons(state, { statements }) {
    let current = state;
    for (const [place, statement] of statements.entries()) {
      const reasons = reasonsOf(current, statement);
      if (reasons.length > 0) return reasons;
      const isFollowed = statements
        .slice(place + 1)
        .some(({ kind, table }) => kind === 'insert' && table === statement.table);
      // Only an INSERT into the same table can depend on what was done before it.
      if (isFollowed) current = nextOf(current, statement, 0);
    }
    return [];
  },
  next: (state, { statements }, number) =>
    statements.reduce((current, statement) => nextOf(current, statement, number), state),
  draw(state, choose, space) {
    const statements: Statement[] = [];
    let current = state;
    for (let wanted = 2 + choose.below(3); wanted > 0; wanted--) {
      const rule = [insert, insert, update, deleteRows][choose.below(4)];
      const statement = rule?.draw(current, choose, space);
      if (statement === null || statement === undefined) continue;
      statements.push(statement);
      current = nextOf(current, statement, 0);
    }
    return statements.length < 2 ? null : { kind: 'transaction', statements };
  },
  tables: ({ statements }) => [...new Set(statements.map(({ table }) => table))],
};

function reasonsOf(state: State, statement: Statement): ReturnType<typeof insert.reasons> {
  switch (statement.kind) {
    case 'insert':
      return insert.reasons(state, statement);
    case 'update':
      return update.reasons(state, statement);
    case 'delete':
      return deleteRows.reasons(state, statement);
  }
}

function nextOf(state: State, statement: Statement, number: number): State {
  switch (statement.kind) {
    case 'insert':
      return insert.next(state, statement, number, []);
    case 'update':
      return update.next(state, statement, number, []);
    case 'delete':
      return deleteRows.next(state, statement, number, []);
  }
}
