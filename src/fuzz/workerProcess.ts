import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endWithProcess } from '../process/ending.js';
import { reap } from '../process/reap.js';
import { killGroup } from '../process/startedProcess.js';
import { waitUntilDead } from '../process/workFolder.js';
import type { Answer, Order } from './messages.js';

/** The program of a worker. */
export const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

/** What a worker's process came to instead of an answer. */
export interface Gone {
  readonly type: 'gone';
  readonly why: string;
}

/** What is kept of what a worker prints, for a message should it crash: characters. */
const PRINTED = 2_000;

/** The process of one worker. Whatever becomes of it, it and what it started end with this process. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #hungAfter: number;
  readonly #exited: Promise<void>;
  readonly #forget: () => void;
  #printed = '';
  #isGone = false;
  #settle: ((answer: Answer | Gone) => void) | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** `hungAfter`: ms without a sign of life after which it is killed. `module`: its program. */
  constructor(hungAfter: number, module: string) {
    this.#hungAfter = hungAfter;
    this.#child = fork(module, [], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    const { pid } = this.#child;
    this.#forget = endWithProcess(() => {
      if (pid === undefined) return;
      killGroup(pid, 'SIGTERM');
      waitUntilDead([pid]);
      killGroup(pid, 'SIGKILL');
    });
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#printed = `${this.#printed}${text.toString()}`.slice(-PRINTED);
    });
    this.#child.on('message', (answer: Answer) => {
      if (answer.type === 'alive') this.#watch();
      else this.#answered(answer);
    });
    this.#child.on('error', () => undefined);
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#isGone = true;
        this.#forget();
        reap();
        this.#answered({ type: 'gone', why: this.#whyGone(code, signal) });
        resolve();
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Gives an order that is not answered. */
  tell(order: Order): void {
    if (!this.#isGone && this.#child.connected) this.#child.send(order);
  }

  /** Gives an order and resolves with its answer, or with what became of the process. A hung one is killed. */
  ask(order: Order): Promise<Answer | Gone> {
    if (this.#isGone) return Promise.resolve({ type: 'gone', why: 'the worker has ended' });
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#watch();
      this.tell(order);
    });
  }

  /** Lets it close its cluster and end; kills it where it does not. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    this.#watch();
    await this.#exited;
    clearTimeout(this.#timer);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#printed = `no sign of life for ${this.#hungAfter / 1000} s`;
      if (this.#child.pid !== undefined) killGroup(this.#child.pid, 'SIGKILL');
    }, this.#hungAfter);
  }

  #answered(answer: Answer | Gone): void {
    clearTimeout(this.#timer);
    this.#settle?.(answer);
    this.#settle = null;
  }

  #whyGone(code: number | null, signal: NodeJS.Signals | null): string {
    const lines = this.#printed.split('\n').filter((line) => line.trim() !== '');
    const said = lines.find((line) => /^\w*Error\b|^no sign of life/.test(line)) ?? lines.at(-1);
    const ended = signal ?? `exit code ${code ?? 0}`;
    return `a worker ended by ${ended}${said === undefined ? '' : `: ${said.trim()}`}`;
  }
}
