import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, type Signal } from './cluster.js';
import { commandFailed, type Shell } from './shell.js';

/** Between two looks at whether a capture has died or come up: ms. */
const LOOK = 20;

/** Exit codes with which a shell says that it could not carry out a command at all (POSIX, 2.8.2). */
const NOT_CARRIED_OUT = 126;

/** The shell commands that act on one capture that cdcheck did not start. */
export interface CaptureCommands {
  /** Kills it at once, as SIGKILL does. */
  readonly kill: string;
  /** Asks it to end, as SIGTERM does. */
  readonly term: string;
  readonly start: string;
}

/** A capture that shell commands kill and start; `isAlive` tells what became of it. */
export class ShellCapture {
  readonly #name: string;
  readonly #commands: CaptureCommands;
  readonly #shell: Shell;
  readonly #isAlive: () => Promise<boolean>;

  constructor(number: number, commands: CaptureCommands, shell: Shell, isAlive: () => Promise<boolean>) {
    this.#name = `capture ${number}`;
    this.#commands = commands;
    this.#shell = shell;
    this.#isAlive = isAlive;
  }

  /** Whether it is alive now. */
  isAlive(): Promise<boolean> {
    return this.#isAlive();
  }

  /** Kills it and returns once it is dead. Throws EnvironmentError where it does not die in the time of a command. */
  async kill(signal: Signal): Promise<void> {
    await this.#until(false, signal === 'KILL' ? 'kill' : 'term');
  }

  /** Starts it and returns once it is alive. Throws EnvironmentError where it does not come up in the time of a command. */
  async start(): Promise<void> {
    await this.#until(true, 'start');
  }

  /** A command that fails because its work is done already (a capture that had ended by itself) has not failed. */
  async #until(isAlive: boolean, which: keyof CaptureCommands): Promise<void> {
    const what = `${this.#name}: ${which}`;
    const result = await this.#shell.run(what, this.#commands[which]);
    if (result.code !== 0 && (await this.#isAlive()) !== isAlive) throw commandFailed(what, result);
    const deadline = performance.now() + this.#shell.limit;
    while ((await this.#isAlive()) !== isAlive) {
      if (performance.now() > deadline) {
        const state = isAlive ? 'not alive' : 'still alive';
        throw new EnvironmentError(
          `${this.#name} is ${state} ${this.#shell.limit / 1000} s after its ${which} command`,
        );
      }
      await delay(LOOK);
    }
  }
}

/** Asks a shell command whether something is alive: exit code 0 means yes. Throws EnvironmentError where it cannot be carried out. */
export async function answersYes(shell: Shell, what: string, command: string): Promise<boolean> {
  const result = await shell.ask(what, command);
  if (result.code >= NOT_CARRIED_OUT) throw commandFailed(what, result);
  return result.code === 0;
}
