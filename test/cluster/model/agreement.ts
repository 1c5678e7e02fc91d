import type { Connection, ResultSetHeader } from 'mysql2/promise';
import { isDeepStrictEqual } from 'node:util';
import { apply, expectation } from '../../../model/apply.js';
import type { Command } from '../../../model/command.js';
import { snapshotOf } from '../../../model/snapshot.js';
import { emptyState, type State } from '../../../model/state.js';
import type { Outcome } from '../../../src/cluster/cluster.js';
import { learntIds } from '../../../src/run/learn.js';
import { surprise } from '../../../src/run/perform.js';
import type { Dialect } from '../../../src/sql/dialect.js';
import { readSnapshot } from '../../../src/sql/readSnapshot.js';
import type { Upstream } from './upstream.js';

/** What became of each command until server and model first differed, and how they differed. */
export interface Agreement {
  readonly outcomes: readonly Outcome[];
  readonly difference: string | null;
}

const DATABASE = 'cdcheck_model';

/** Carries out the commands on an empty database and on the model, and compares the two after each. */
export async function agreement(upstream: Upstream, commands: readonly Command[]): Promise<Agreement> {
  const { connection, dialect } = upstream;
  await connection.query(`DROP DATABASE IF EXISTS ${DATABASE}`);
  await connection.query(`CREATE DATABASE ${DATABASE}`);
  await connection.query(`USE ${DATABASE}`);
  const outcomes: Outcome[] = [];
  let state = emptyState(1);
  for (const [place, command] of commands.entries()) {
    const number = place + 1;
    const expected = expectation(state, command);
    const outcome = await execute(connection, dialect.statements({ number, command }));
    outcomes.push(outcome);
    const learnt = learntIds(state, command, outcome);
    const wrong = surprise(dialect, command, expected, outcome) ?? learnt.wrong ?? null;
    if (wrong === null && outcome.kind === 'ok') state = apply(state, command, number, learnt.ids);
    const difference = wrong ?? (await stateDifference(connection, state));
    if (difference !== null)
      return { outcomes, difference: `${difference}\n${sqlOf(dialect, commands, number)}` };
  }
  return { outcomes, difference: null };
}

/** Sends the statements one after the other; a transaction that fails is rolled back. */
export async function execute(connection: Connection, sql: readonly string[]): Promise<Outcome> {
  let insertId: number | undefined;
  for (const statement of sql) {
    try {
      const [result] = await connection.query<ResultSetHeader>(statement);
      if (result.insertId > 0) insertId = result.insertId;
    } catch (error) {
      if (!(error instanceof Error && 'errno' in error && typeof error.errno === 'number')) throw error;
      if (sql.length > 1) await connection.query('ROLLBACK');
      return { kind: 'error', errno: error.errno, message: error.message };
    }
  }
  return { kind: 'ok', ...(insertId === undefined ? {} : { insertId }) };
}

async function stateDifference(connection: Connection, state: State): Promise<string | null> {
  const [seen, right] = [await readSnapshot(connection, DATABASE), snapshotOf(state)];
  if (isDeepStrictEqual(seen, right)) return null;
  return `server: ${JSON.stringify(seen)}\nmodel:  ${JSON.stringify(right)}`;
}

function sqlOf(dialect: Dialect, commands: readonly Command[], until: number): string {
  const statements = commands
    .slice(0, until)
    .flatMap((command, place) => dialect.statements({ number: place + 1, command }));
  return statements.map((sql) => `${sql};`).join('\n');
}
