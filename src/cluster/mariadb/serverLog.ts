import { open, readFile, stat } from 'node:fs/promises';

/** Lines with which a MariaDB server tells that it crashed. */
export const CRASH =
  /\[ERROR\] \S*(?:mysqld|mariadbd) got (?:signal|exception)|InnoDB: (?:Assertion failure|Failing assertion)|\[FATAL\]|ERROR: \w+Sanitizer/;

/** The crash reports among the lines of a server's log. */
export function crashLines(log: string): readonly string[] {
  return log.split('\n').filter((line) => CRASH.test(line));
}

/** A log file that is read in parts: what was written since it was last marked. */
export class LogReader {
  readonly #file: string;
  #offset = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** From now on only what is written later counts. */
  async mark(): Promise<void> {
    this.#offset = await stat(this.#file).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /** What was written since the mark; empty where there is no such file yet. */
  async text(): Promise<string> {
    const file = await open(this.#file).catch(() => null);
    if (file === null) return '';
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.max(0, size - this.#offset));
      await file.read(buffer, 0, buffer.length, this.#offset);
      return buffer.toString('utf8');
    } finally {
      await file.close();
    }
  }
}

/** The last lines of a log that tell of an error, or just its last lines, as one line for a message. */
export async function tailOf(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const errors = lines.filter((line) => /\berror\b/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(-3).join(' | ');
}
