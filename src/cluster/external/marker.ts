import { identifier } from '../../sql/identifier.js';
import { EnvironmentError } from '../cluster.js';
import { messageOf, serverError } from '../link.js';
import type { End } from './ends.js';

/** The table of cdcheck's own in a run's database; no table of the model is called so. */
export const MARKER_TABLE = 'cdcheck_marker';

/** What a server says where the table (1146) or its database (1049) has not arrived yet. */
const NOT_THERE_YET: readonly number[] = [1146, 1049];

/** Rows that are written upstream after everything else, and looked for downstream: what comes before them has arrived by then. */
export class Marker {
  readonly #upstream: End;
  readonly #downstream: End;
  readonly #table: string;
  #written = 0;

  constructor(upstream: End, downstream: End, database: string) {
    this.#upstream = upstream;
    this.#downstream = downstream;
    this.#table = `${identifier(database)}.${identifier(MARKER_TABLE)}`;
  }

  /** Makes the table upstream. */
  async create(): Promise<void> {
    await this.#upstream.link.rows(`CREATE TABLE ${this.#table} (id INT PRIMARY KEY)`);
  }

  /** Writes the next row upstream; returns its number. */
  async write(): Promise<number> {
    this.#written += 1;
    await this.#upstream.link.rows(`INSERT INTO ${this.#table} (id) VALUES (${this.#written})`);
    return this.#written;
  }

  /** The latest row that has arrived downstream; 0 where none has. Throws EnvironmentError where downstream cannot be asked. */
  async arrived(): Promise<number> {
    const { link, name } = this.#downstream;
    try {
      const [row] = (await link.send(`SELECT MAX(id) AS id FROM ${this.#table}`)) as { id?: unknown }[];
      return Number(row?.id ?? 0);
    } catch (error) {
      const refused = serverError(error);
      if (refused !== null && NOT_THERE_YET.includes(refused.errno)) return 0;
      throw new EnvironmentError(`${name}: ${messageOf(error)}`);
    }
  }
}
