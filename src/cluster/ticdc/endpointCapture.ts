import type { Signal } from '../cluster.js';
import { LogReader } from '../mariadb/serverLog.js';
import type { Shell } from '../shell.js';
import { ShellCapture, type CaptureCommands } from '../shellCapture.js';
import * as answers from './answers.js';
import type { Capture } from './capture.js';
import type { OpenApi } from './openApi.js';

/** A capture that cdcheck did not start: where it answers, what kills and starts it, and where it logs, if that can be read here. */
export interface CaptureEndpoint extends CaptureCommands {
  readonly address: string;
  readonly log?: string;
}

/** A capture that shell commands kill and start. */
export class EndpointCapture implements Capture {
  readonly address: string;
  readonly ended = null;
  readonly #api: OpenApi;
  readonly #capture: ShellCapture;
  readonly #log: LogReader | null;
  #isAlive = true;
  /** The id of its last life: something that restarts it by itself may be quicker than anybody looks. */
  #killed: string | null = null;
  #isStarting = false;

  constructor(number: number, endpoint: CaptureEndpoint, shell: Shell, api: OpenApi) {
    this.address = endpoint.address;
    this.#api = api;
    this.#log = endpoint.log === undefined ? null : new LogReader(endpoint.log);
    this.#capture = new ShellCapture(number, endpoint, shell, async () => {
      const id = await this.#id();
      return id !== null && (id === this.#killed) !== this.#isStarting;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  async kill(signal: Signal): Promise<void> {
    this.#isAlive = false;
    this.#isStarting = false;
    this.#killed = await this.#id();
    await this.#capture.kill(signal);
  }

  async start(): Promise<void> {
    this.#isStarting = true;
    await this.#capture.start();
    this.#isAlive = true;
  }

  async mark(): Promise<void> {
    await this.#log?.mark();
  }

  async log(): Promise<string> {
    return (await this.#log?.text()) ?? '';
  }

  async #id(): Promise<string | null> {
    const answer = await this.#api.askOne(this.address, { method: 'GET', path: '/status' }, answers.status);
    return typeof answer === 'string' ? null : answer.value.id;
  }
}
