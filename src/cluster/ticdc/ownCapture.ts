import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, onFreePort } from '../../process/freePort.js';
import type { StartedProcess } from '../../process/startedProcess.js';
import { EnvironmentError, type Signal } from '../cluster.js';
import { LogReader } from '../mariadb/serverLog.js';
import * as answers from './answers.js';
import type { Capture } from './capture.js';
import { endText, startComponent } from './component.js';
import type { OpenApi } from './openApi.js';
import { cdcArguments, loopback } from './programArguments.js';
import type { Workshop } from './programs.js';

/** How long a capture may take to end after SIGTERM, by which it drains: ms. Then it is killed the hard way. */
const TERM_TIMEOUT = 60_000;

/** The PD that captures belong to, and the engine that they run. */
export interface CaptureSite {
  readonly shop: Workshop;
  readonly api: OpenApi;
  readonly pd: number;
  readonly newarch: boolean;
}

/** A `cdc server` that cdcheck starts, kills and starts again on the same data and, where it is still free, the same port. */
export class OwnCapture implements Capture {
  readonly #name: string;
  readonly #site: CaptureSite;
  readonly #log: LogReader;
  #port: number | null = null;
  #process: StartedProcess | null = null;
  #isAlive = false;

  constructor(number: number, site: CaptureSite) {
    this.#name = `capture${number}`;
    this.#site = site;
    this.#log = new LogReader(join(site.shop.folder.path, `${this.#name}.log`));
  }

  get address(): string {
    return loopback(this.#port ?? 0);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get ended(): string | null {
    const exit = this.#process?.exit ?? null;
    return this.#isAlive && exit !== null ? endText(exit) : null;
  }

  async start(): Promise<void> {
    const last = this.#port;
    let isFirst = true;
    await onFreePort(
      (port) => this.#startOn(port),
      () => {
        const again = isFirst && last !== null;
        isFirst = false;
        return again ? Promise.resolve(last) : freePort();
      },
    );
    this.#isAlive = true;
  }

  async kill(signal: Signal): Promise<void> {
    this.#isAlive = false;
    const process = this.#process;
    if (process === null) return;
    const ended = process.kill(`SIG${signal}`);
    const timer = new AbortController();
    const isLate = await Promise.race([
      ended.then(() => false),
      delay(TERM_TIMEOUT, true, { signal: timer.signal }).catch(() => false),
    ]);
    timer.abort();
    if (!isLate) return;
    await process.kill('SIGKILL');
    throw new EnvironmentError(`${this.#name} has not ended ${TERM_TIMEOUT / 1000} s after SIG${signal}`);
  }

  mark(): Promise<void> {
    return this.#log.mark();
  }

  log(): Promise<string> {
    return this.#log.text();
  }

  async #startOn(port: number): Promise<void> {
    const { shop, api, pd, newarch } = this.#site;
    const data = join(shop.folder.path, this.#name);
    await mkdir(data, { recursive: true });
    this.#port = port;
    const path = '/api/v2/changefeeds';
    this.#process = await startComponent(shop, {
      name: this.#name,
      file: shop.programs.cdc.file,
      args: [...cdcArguments(data, port, pd, newarch), ...shop.extras.cdc.args],
      env: shop.extras.cdc.env,
      notReady: async () => {
        const answer = await api.askOne(loopback(port), { method: 'GET', path }, answers.anything);
        return typeof answer === 'string' ? `http://${loopback(port)}${path}: ${answer}` : null;
      },
    });
  }
}
