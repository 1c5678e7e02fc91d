import { readFile, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { StartedProcess } from '../process/startedProcess.js';
import type { WorkFolder } from '../process/workFolder.js';
import { EnvironmentError } from './cluster.js';

/** Longest output of a command that is looked at: characters from its beginning. */
const LONGEST = 100_000;

/** What the record keeps of one command's output, and of all commands of one run: the last characters. */
const KEPT_OF_ONE = 4_000;
const KEPT_OF_ALL = 200_000;

/** How a command ended that did so in time: its exit code (above 128: a signal), and what it printed, cut. */
export interface ShellResult {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs the shell commands of a cluster that cdcheck did not start, each with a time limit. What a command puts into the
 * background goes on; the command itself dies with cdcheck. Passwords are struck out of what is kept of its output.
 */
export class Shell {
  /** The time limit of one command: ms. */
  readonly limit: number;
  readonly #folder: WorkFolder;
  readonly #secrets: readonly string[];
  #record = '';
  #count = 0;

  constructor(folder: WorkFolder, limit: number, secrets: readonly string[]) {
    this.#folder = folder;
    this.limit = limit;
    this.#secrets = secrets.filter((secret) => secret !== '');
  }

  /** The commands that were carried out since `mark`, with their output: evidence. */
  get record(): string {
    return this.#record;
  }

  /** From now on only later commands belong to the record. */
  mark(): void {
    this.#record = '';
  }

  /** Puts a line of cdcheck's own into the record. */
  note(text: string): void {
    this.#remember(`${new Date().toISOString()} ${text}\n`);
  }

  /** Carries out a command that changes something. `what` names it (`capture 0: kill`). Throws EnvironmentError past its time. */
  async run(what: string, command: string): Promise<ShellResult> {
    const begun = performance.now();
    const result = await this.ask(what, command).catch((error: unknown) => {
      this.note(String(error));
      throw error;
    });
    const took = Math.round(performance.now() - begun);
    const at = new Date().toISOString();
    const { code, output } = result;
    const kept = output.length > KEPT_OF_ONE ? `…${output.slice(-KEPT_OF_ONE)}` : output;
    this.#remember(`${at} ${what}: exit code ${code} after ${took} ms\n${kept}`);
    return result;
  }

  /** Carries out a command that only looks, which the record leaves out. Throws EnvironmentError past its time. */
  async ask(what: string, command: string): Promise<ShellResult> {
    const name = `command-${++this.#count}`;
    const started = this.#folder.start(name, '/bin/sh', ['-c', command], { leavesGroup: true });
    const isInTime = await endsWithin(started, this.limit);
    const output = this.#cleaned(await readFile(started.output, 'utf8').catch(() => ''));
    await rm(started.output, { force: true });
    if (!isInTime) {
      throw new EnvironmentError(`${what}: the command has not ended after ${this.limit / 1000} s`);
    }
    const { code } = await started.exited;
    return { code: code ?? 128, output };
  }

  /** Carries out a command that only looks and must succeed; returns what it printed. Throws EnvironmentError where it fails. */
  async look(what: string, command: string): Promise<string> {
    const result = await this.ask(what, command);
    if (result.code !== 0) throw commandFailed(what, result);
    return result.output;
  }

  /** Carries out a command that changes something and must succeed; returns what it printed. Throws EnvironmentError where it fails. */
  async demand(what: string, command: string): Promise<string> {
    const result = await this.run(what, command);
    if (result.code !== 0) throw commandFailed(what, result);
    return result.output;
  }

  #cleaned(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text).slice(0, LONGEST);
  }

  #remember(text: string): void {
    const ended = text.endsWith('\n') ? text : `${text}\n`;
    this.#record = `${this.#record}${ended}`.slice(-KEPT_OF_ALL);
  }
}

/** The error of a command that failed: its name, exit code and last line. */
export function commandFailed(what: string, { code, output }: ShellResult): EnvironmentError {
  const line = output
    .split('\n')
    .map((each) => each.trim())
    .findLast((each) => each !== '');
  const said = line ?? 'it printed nothing';
  return new EnvironmentError(`${what}: the command failed with exit code ${code}: ${said}`);
}

/** Whether it ends by itself in `limit` ms; if not, it is killed with all that it started. */
async function endsWithin(started: StartedProcess, limit: number): Promise<boolean> {
  const timer = new AbortController();
  const isInTime = await Promise.race([
    started.exited.then(() => true),
    delay(limit, false, { signal: timer.signal }).catch(() => false),
  ]);
  timer.abort();
  if (!isInTime) await started.kill('SIGKILL');
  return isInTime;
}
