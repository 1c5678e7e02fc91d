import { setTimeout as delay } from 'node:timers/promises';
import type { Snapshot } from '../../../model/snapshot.js';
import { identifier } from '../../sql/identifier.js';
import { serverError, type Link } from '../link.js';
import type { End } from './parts.js';

/**
 * The table of marks in each run's database: a row goes into it upstream once the commands are done, and must be downstream once the
 * checkpoint is past it. A checkpoint that is past rows which are not there has lost them, or says more than it knows.
 */
const TABLE = 'cdcheck_mark';

/** How long a mark may take to be seen downstream after the checkpoint has passed it: ms. */
const TIMEOUT = 5_000;

/** Between two looks: ms. */
const LOOK = 50;

/** `ER_NO_SUCH_TABLE`, `ER_BAD_DB_ERROR`: downstream has not got so far yet. */
const NOT_YET: readonly number[] = [1146, 1049];

/** The statement that makes the table. */
export function markTable(database: string): string {
  return `CREATE TABLE ${identifier(database)}.${TABLE} (id INT PRIMARY KEY)`;
}

/** Writes mark `number` upstream. */
export async function setMark(upstream: Link, database: string, number: number): Promise<void> {
  await upstream.rows(`INSERT INTO ${identifier(database)}.${TABLE} VALUES (${number})`);
}

/** Whether mark `number` is, or soon comes, downstream. */
export async function seesMark({ link }: End, database: string, number: number): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT;
  while (!(await has(link, database, number))) {
    if (performance.now() > deadline) return false;
    await delay(LOOK);
  }
  return true;
}

/** A database without its marks: what a run has made of it. */
export function withoutMarks(snapshot: Snapshot): Snapshot {
  return Object.fromEntries(Object.entries(snapshot).filter(([table]) => table !== TABLE));
}

async function has(link: Link, database: string, number: number): Promise<boolean> {
  try {
    const found = await link.send(`SELECT id FROM ${identifier(database)}.${TABLE} WHERE id = ${number}`);
    return Array.isArray(found) && found.length > 0;
  } catch (error) {
    if (NOT_YET.includes(serverError(error)?.errno ?? 0)) return false;
    throw error;
  }
}
