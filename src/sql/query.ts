import type { Connection, RowDataPacket } from 'mysql2/promise';

/** A value as text, as the server printed it. */
export type Text = string | null;

/** The rows of one query, every value as text. */
export async function rowsOf(connection: Connection, sql: string): Promise<readonly (readonly Text[])[]> {
  const options = { sql, rowsAsArray: true, typeCast: (field: { string(): Text }) => field.string() };
  const [rows] = await connection.query<RowDataPacket[]>(options);
  return rows.map((row) => Object.values<Text>(row));
}

/** What the server said against a statement, as text. Throws the error again where it is the connection that failed. */
export function failureOf(error: unknown): string {
  const isAnswer = error instanceof Error && 'errno' in error && !('fatal' in error && error.fatal === true);
  if (!isAnswer || typeof error.errno !== 'number') throw error;
  return `cannot be read: ${error.errno} ${error.message}`;
}
