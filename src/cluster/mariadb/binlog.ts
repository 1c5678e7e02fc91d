import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Executed } from '../cluster.js';
import { executedIn } from './binlogText.js';
import { BINLOG } from './settings.js';

/** The most that is read of one server's binlogs as text: bytes. */
const MOST = 64 * 2 ** 20;

/** The binlog of one server, alive or dead, read from where it was last marked. */
export class BinlogReader {
  readonly #program: string;
  readonly #folder: string;
  #from = { file: '', size: 0 };

  /** `program` is `mariadb-binlog`; `folder` is the server's data folder. */
  constructor(program: string, folder: string) {
    this.#program = program;
    this.#folder = folder;
  }

  /** From now on only what is written later counts. */
  async mark(): Promise<void> {
    const file = (await this.#files()).at(-1) ?? '';
    this.#from = { file, size: file === '' ? 0 : (await stat(join(this.#folder, file))).size };
  }

  /** What was executed in this database since the mark. */
  async executed(database: string): Promise<readonly Executed[]> {
    const { file: first, size } = this.#from;
    const files = (await this.#files()).filter((file) => file >= first);
    if (files.length === 0) return [];
    const start = files[0] === first && size > 0 ? [`--start-position=${size}`] : [];
    const options = ['--no-defaults', '--verbose', '--base64-output=DECODE-ROWS', ...start];
    const paths = files.map((file) => join(this.#folder, file));
    return executedIn(await this.#read([...options, ...paths]), database);
  }

  /** A binlog that a kill has cut off in the middle of an event is an error to the program, which has by then printed the rest. */
  async #read(args: readonly string[]): Promise<string> {
    return promisify(execFile)(this.#program, args, { maxBuffer: MOST }).then(
      ({ stdout }) => stdout,
      (error: unknown) =>
        error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' ? error.stdout : '',
    );
  }

  async #files(): Promise<readonly string[]> {
    const name = new RegExp(`^${BINLOG}\\.\\d+$`);
    return (await readdir(this.#folder)).filter((file) => name.test(file)).sort();
  }
}
