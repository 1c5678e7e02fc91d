import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The files below a folder whose name or contents hold a text. */
export function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.includes(text) || (statSync(path).isFile() && readFileSync(path).includes(text)));
}

/** Argument lists of processes, of all that run on this machine while something is going on. */
export class ArgumentLists {
  readonly #seen = new Set<string>();
  #isOver = false;

  /** Looks at them again and again until `work` is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    const looking = this.#look();
    try {
      return await work;
    } finally {
      this.#isOver = true;
      await looking;
    }
  }

  /** Those that hold a text. */
  with(text: string): readonly string[] {
    return [...this.#seen].filter((list) => list.includes(text));
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      for (const pid of readdirSync('/proc')) {
        if (/^\d+$/.test(pid)) this.#seen.add(argumentsOf(pid));
      }
      await delay(20);
    }
  }
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
