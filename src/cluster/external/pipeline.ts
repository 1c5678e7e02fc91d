import type { WorkFolder } from '../../process/workFolder.js';
import { EnvironmentError, type Sync } from '../cluster.js';
import { Shell } from '../shell.js';
import { answersYes, ShellCapture } from '../shellCapture.js';
import type { ExternalConf } from './ends.js';

/** A pipeline that has stopped with an error. */
export type Failure = Extract<Sync, { readonly kind: 'failed' }>;

/** What lies between the two ends, as far as the file's shell commands reach it. */
export class Pipeline {
  readonly captures: readonly ShellCapture[];
  /** What its commands did and printed in this run. */
  readonly shell: Shell;
  readonly #error: string | undefined;
  readonly #reset: string | undefined;

  /** `secrets` are struck out of what commands print. */
  constructor(conf: ExternalConf, folder: WorkFolder, secrets: readonly string[]) {
    const shell = new Shell(folder, conf.commandTimeout * 1000, secrets);
    this.shell = shell;
    this.#error = conf.error;
    this.#reset = conf.reset;
    this.captures = conf.captures.map(
      ({ status, ...commands }, number) =>
        new ShellCapture(number, commands, shell, () =>
          answersYes(shell, `capture ${number}: status`, status),
        ),
    );
  }

  /** Throws EnvironmentError where there is none of this number. */
  capture(number: number): ShellCapture {
    const capture = this.captures[number];
    if (capture === undefined) throw new EnvironmentError(`there is no capture ${number}`);
    return capture;
  }

  /** The numbers of the captures that are dead. */
  async dead(): Promise<readonly number[]> {
    const alive = await Promise.all(this.captures.map((capture) => capture.isAlive()));
    return [...alive.keys()].filter((number) => alive[number] === false);
  }

  /** Starts every capture that is dead. */
  async revive(): Promise<void> {
    for (const number of await this.dead()) await this.capture(number).start();
  }

  /** The error that it has stopped with; null where it has none, or where no command tells. */
  async failure(): Promise<Failure | null> {
    if (this.#error === undefined) return null;
    const output = await this.shell.look('error', this.#error);
    return failureIn(output);
  }

  /** Makes it whole again after a failure; false where there is no command for that. */
  async reset(): Promise<boolean> {
    if (this.#reset === undefined) return false;
    await this.shell.demand('reset', this.#reset);
    return true;
  }
}

/** The failure that an `error` command has printed: its text in one line; a number at its beginning is the error's number. */
export function failureIn(output: string): Failure | null {
  const text = output.trim().replaceAll(/\s*\n\s*/g, ' ');
  if (text === '') return null;
  const [, errno, message] = /^(\d{1,9})\b[\s:,]*(.*)$/.exec(text) ?? [];
  const where = 'pipeline';
  if (errno === undefined || message === undefined) return { kind: 'failed', where, message: text };
  return { kind: 'failed', where, errno: Number(errno), message };
}
