import type { Step } from '../cluster.js';
import { tidb } from '../../sql/tidb.js';

/**
 * The DDL of a run, so that one that TiCDC names can be told: it writes statements anew, with backticks, other spaces and letters, and
 * the name of the database.
 */
export class StatementsSent {
  readonly #database: string;
  readonly #statements = new Map<string, string>();

  constructor(database: string) {
    this.#database = database;
  }

  /** Notes the statements of a step. */
  note(step: Step): void {
    for (const statement of tidb.statements(step)) this.#statements.set(this.#plain(statement), statement);
  }

  /** The statement as it was sent that TiCDC writes so; null where it is none of this run's. */
  named(query: string): string | null {
    return this.#statements.get(this.#plain(query)) ?? null;
  }

  /** An error with which downstream has refused a DDL, with that statement as it was sent behind it in quotes. */
  explained(message: string): string {
    const query = /Query info: (.*?);? *; *: Error|Query info: (.*?);/s.exec(message);
    const statement = this.named(query?.[1] ?? query?.[2] ?? '');
    return statement === null ? message : `${message} (statement '${statement}')`;
  }

  #plain(statement: string): string {
    return statement
      .replaceAll('`', '')
      .replaceAll(`${this.#database}.`, '')
      .replaceAll(/\s*\(\s*maxvalue\s*\)/gi, ' maxvalue')
      .replaceAll(/\s*([(),])\s*/g, '$1')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase();
  }
}
