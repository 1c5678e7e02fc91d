import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../cluster/cluster.js';
import { endWithProcess } from './ending.js';
import { folderPrefix } from './folderName.js';
import { groupRuns } from './identity.js';
import { StartedProcess, type Start } from './startedProcess.js';

/** A unix socket's path has at most 107 bytes (unix(7)); this much of it is left for names within the folder. */
const ROOM_FOR_NAMES = 24;
const LONGEST_SOCKET_PATH = 107;

/** How long killed processes are waited for before their folder is removed: ms. */
const DEATH_TIMEOUT = 5_000;

/** A dying process may still make a file in a folder that is being removed. */
export const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 } as const;

/**
 * A folder under the system's temporary folder with everything that one cluster has on disk, and the processes that
 * were started in it. All of it ends with `close`, with this process, or, where that was killed, with the next `reap`.
 */
export class WorkFolder {
  readonly path: string;
  readonly #processes = new Set<StartedProcess>();
  readonly #forget: () => void;
  #starts = 0;

  private constructor(path: string) {
    this.path = path;
    this.#forget = endWithProcess(() => {
      this.closeNow();
    });
  }

  /** Makes a folder that only this user can enter. Throws UsageError where the temporary folder is no good for it. */
  static create(): WorkFolder {
    const prefix = join(tmpdir(), folderPrefix());
    if (Buffer.byteLength(prefix) + 6 + ROOM_FOR_NAMES > LONGEST_SOCKET_PATH) {
      throw new UsageError(
        `TMPDIR: ${tmpdir()} is too long a path for unix sockets; set TMPDIR to a shorter one such as /tmp`,
      );
    }
    try {
      return new WorkFolder(mkdtempSync(prefix));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new UsageError(
        `TMPDIR: no folder can be made in ${tmpdir()} (${code}); set TMPDIR to one that exists and can be written`,
      );
    }
  }

  /** Starts a command; what it prints is appended to `NAME.log`. Throws EnvironmentError where no process can be made. */
  start(
    name: string,
    command: string,
    args: readonly string[],
    options: Pick<Start, 'leavesGroup' | 'env' | 'cwd'> = {},
  ): StartedProcess {
    this.#starts += 1;
    const started = new StartedProcess({
      command,
      args,
      pidFile: join(this.path, `${name}.${this.#starts}.pid`),
      output: join(this.path, `${name}.log`),
      ...options,
    });
    this.#processes.add(started);
    void started.exited.then(() => this.#processes.delete(started));
    return started;
  }

  /** Kills everything that was started here and removes the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.#processes].map((each) => each.kill('SIGKILL')));
    await rm(this.path, REMOVAL);
    this.#forget();
  }

  /** The same without giving way to anything else, for the end of the process. */
  closeNow(): void {
    const groups = [...this.#processes].map(({ pid }) => pid);
    for (const each of this.#processes) each.signal('SIGKILL');
    waitUntilDead(groups);
    rmSync(this.path, REMOVAL);
    this.#forget();
  }
}

/** Blocks until none of these process groups runs: a dying server may still make files in the folder. */
export function waitUntilDead(groups: readonly number[]): void {
  const deadline = performance.now() + DEATH_TIMEOUT;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (groups.some(groupRuns) && performance.now() < deadline) Atomics.wait(clock, 0, 0, 2);
}
