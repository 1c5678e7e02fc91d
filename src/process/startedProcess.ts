import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { EnvironmentError } from '../cluster/cluster.js';

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What to start, and where its pid file and its output (stdout and stderr, appended) go. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly pidFile: string;
  readonly output: string;
  /** Whether what it has put into the background goes on when it ends; otherwise that is killed. */
  readonly leavesGroup?: boolean;
  /** Variables that it gets besides this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its working folder; this process's own where it is left out. */
  readonly cwd?: string;
}

/**
 * The process writes its pid file itself, before it becomes the command (exec keeps pid and start time): whenever its
 * starter is killed, a process that goes on has a pid file, or finds its folder gone and ends.
 */
const WRITE_PID_FILE = 'read -r stat </proc/$$/stat && printf "%s\\n" "$stat" >"$0" && exec "$@"';

/** A process of ours: leader of a process group of its own, without stdin, killed together with its whole group. */
export class StartedProcess {
  readonly pid: number;
  /** The file that holds what it printed. */
  readonly output: string;
  /** Resolves once it has ended; whatever is left of its group is killed then, unless `leavesGroup`. */
  readonly exited: Promise<Exit>;
  #exit: Exit | null = null;
  readonly #child: ChildProcess;

  /** Throws EnvironmentError where no process can be made. */
  constructor(start: Start) {
    const output = openSync(start.output, 'a', 0o600);
    this.#child = spawn('/bin/sh', ['-c', WRITE_PID_FILE, start.pidFile, start.command, ...start.args], {
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...start.env },
      cwd: start.cwd,
    });
    closeSync(output);
    this.#child.on('error', () => undefined);
    if (this.#child.pid === undefined) {
      throw new EnvironmentError(`cannot start ${start.command}: no process can be made`);
    }
    this.pid = this.#child.pid;
    this.output = start.output;
    this.exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        if (start.leavesGroup !== true) killGroup(this.pid, 'SIGKILL');
        rmSync(start.pidFile, { force: true });
        resolve(this.#exit);
      });
    });
  }

  /** How it ended; null while it runs. */
  get exit(): Exit | null {
    return this.#exit;
  }

  /** Sends a signal to its whole group and returns at once; nothing where it has ended. */
  signal(signal: NodeJS.Signals): void {
    if (this.#exit === null) killGroup(this.pid, signal);
  }

  /** Sends a signal to its whole group and waits until it has ended. */
  async kill(signal: NodeJS.Signals): Promise<Exit> {
    this.signal(signal);
    return this.exited;
  }
}

/** Sends a signal to a process group, which may be gone. */
export function killGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // Gone already.
  }
}
