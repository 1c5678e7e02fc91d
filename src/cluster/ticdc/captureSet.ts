import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, type Signal } from '../cluster.js';
import * as answers from './answers.js';
import { numberingFrom, ownedBy, type Capture, type Numbering } from './capture.js';
import type { OpenApi } from './openApi.js';

/** How long captures may take to agree on an owner and to forget the dead: ms. */
const SETTLE_TIMEOUT = 90_000;

/** Between two looks: ms. */
const LOOK = 200;

/** What a capture tells of itself. */
export interface Self {
  readonly id: string;
  readonly isOwner: boolean;
}

/** The captures of a cluster, and which of them each number of the present run means. */
export class CaptureSet {
  readonly #captures: readonly Capture[];
  readonly #api: OpenApi;
  #numbering: Numbering;
  /** Numbers of those alive in the order in which the model has them: the owner first. */
  #alive: readonly number[];

  constructor(captures: readonly Capture[], api: OpenApi) {
    this.#captures = captures;
    this.#api = api;
    this.#alive = [...captures.keys()];
    this.#numbering = this.#alive;
  }

  /** Makes every capture alive, and waits until they have one owner and no dead one is listed: so each run begins. */
  async settle(): Promise<void> {
    const dead = this.#captures.filter(({ isAlive }) => !isAlive);
    await Promise.all(dead.map((capture) => capture.start()));
    const deadline = performance.now() + SETTLE_TIMEOUT;
    for (;;) {
      const selves = await Promise.all(this.#captures.map((capture) => this.selfOf(capture)));
      const owner = selves.findIndex((self) => self?.isOwner === true);
      const why = await this.#unsettled(selves);
      if (why === null) {
        this.#numbering = numberingFrom(owner, this.#captures.length);
        this.#alive = [...this.#captures.keys()];
        return;
      }
      if (performance.now() > deadline) {
        throw new EnvironmentError(`captures are not ready after ${SETTLE_TIMEOUT / 1000} s: ${why}`);
      }
      await delay(LOOK);
    }
  }

  /** Starts every capture anew, gently: what is wrong with one must not be carried into the next run. */
  async renew(): Promise<void> {
    for (const capture of this.#captures) if (capture.isAlive) await capture.kill('TERM');
    await Promise.all(this.#captures.map((capture) => capture.start()));
  }

  /** Kills the capture that this number means; the model's owner is the real one. Returns where it answered, and whether it was the owner. */
  async kill(
    number: number,
    signal: Signal,
  ): Promise<{ readonly address: string; readonly wasOwner: boolean }> {
    const owner = await this.#ownerPlace();
    const [first] = this.#alive;
    if (first !== undefined && owner !== null) this.#numbering = ownedBy(this.#numbering, first, owner);
    this.#alive = this.#alive.filter((each) => each !== number);
    const capture = this.byNumber(number);
    await capture.kill(signal);
    return { address: capture.address, wasOwner: this.#captures.indexOf(capture) === owner };
  }

  /** Starts the capture that this number means. Returns where it answers. */
  async start(number: number): Promise<string> {
    const capture = this.byNumber(number);
    await capture.start();
    this.#alive = [...this.#alive, number];
    return capture.address;
  }

  /** Notes that the owner has stepped back: it is last in line now. */
  resigned(): void {
    const [first, ...others] = this.#alive;
    if (first !== undefined) this.#alive = [...others, first];
  }

  /** The capture that this number means in the present run. Throws EnvironmentError where there is none. */
  byNumber(number: number): Capture {
    const capture = this.#captures[this.#numbering[number] ?? -1];
    if (capture === undefined) throw new EnvironmentError(`there is no capture ${number}`);
    return capture;
  }

  /** The captures in the order of the numbers that mean them. */
  inOrder(): readonly Capture[] {
    return [...this.#captures.keys()].map((number) => this.byNumber(number));
  }

  /** One that has ended by itself, as `127.0.0.1:8300: exit code 2`; null where none has. */
  ended(): string | null {
    const found = this.#captures.find(({ ended }) => ended !== null);
    return found === undefined ? null : `${found.address}: ${found.ended ?? ''}`;
  }

  /** What a capture tells of itself; null where it does not answer. */
  async selfOf({ address, isAlive }: Capture): Promise<Self | null> {
    if (!isAlive) return null;
    const answer = await this.#api.askOne(address, { method: 'GET', path: '/status' }, answers.status);
    return typeof answer === 'string' ? null : { id: answer.value.id, isOwner: answer.value.is_owner };
  }

  async mark(): Promise<void> {
    await Promise.all(this.#captures.map((capture) => capture.mark()));
  }

  async #ownerPlace(): Promise<number | null> {
    const selves = await Promise.all(this.#captures.map((capture) => this.selfOf(capture)));
    const place = selves.findIndex((self) => self?.isOwner === true);
    return place < 0 ? null : place;
  }

  /** Why the captures are not settled yet, in one line; null where they are. */
  async #unsettled(selves: readonly (Self | null)[]): Promise<string | null> {
    const silent = selves.indexOf(null);
    if (silent >= 0) return `${this.#captures[silent]?.address ?? ''} does not answer`;
    if (!selves.some((self) => self?.isOwner)) return 'none of them is the owner';
    const call = { method: 'GET', path: '/api/v2/captures' } as const;
    const { items } = await this.#api.ask(call, answers.captures);
    const strange = items.find(({ id }) => selves.every((self) => self?.id !== id));
    if (strange !== undefined) return `${strange.address} is listed as ${strange.id}, which is not alive`;
    return items.length < selves.length ? `only ${items.length} of them are listed` : null;
  }
}
