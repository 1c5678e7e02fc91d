import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { Outcome } from './cluster.js';
import { messageOf, serverError, type Link } from './link.js';

/**
 * Sends the statements of one command and tells what became of it: `unknown` where the connection died. Where one of several is
 * refused, the transaction is rolled back. Throws EnvironmentError where that cannot be done.
 */
export async function sendStatements(link: Link, statements: readonly string[]): Promise<Outcome> {
  let insertId = 0;
  try {
    for (const statement of statements) {
      const result = await link.send(statement);
      if (isHeader(result) && insertId === 0) insertId = result.insertId;
    }
  } catch (error) {
    const refused = serverError(error);
    if (refused === null) return { kind: 'unknown', message: messageOf(error) };
    if (statements.length > 1) await link.rows('ROLLBACK');
    return { kind: 'error', ...refused };
  }
  return insertId === 0 ? { kind: 'ok' } : { kind: 'ok', insertId };
}

function isHeader(result: ResultSetHeader | RowDataPacket[]): result is ResultSetHeader {
  return !Array.isArray(result);
}
