import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { EnvironmentError } from '../cluster.js';
import { apiError } from './answers.js';
import { exchange } from './http.js';
import { parseJson, writeJson, type Json, type Writable } from './json.js';

/** How long one capture may take to answer one call before the next one is asked: ms. */
const CALL_TIMEOUT = 15_000;

/** Between two rounds through all captures: ms. */
const PAUSE = 200;

/** The 5xx codes that asking again does not change. */
const FINAL: readonly string[] = ['CDC:ErrChangeFeedAlreadyExists'];

/** A call of TiCDC's OpenAPI v2, <https://docs.pingcap.com/tidb/stable/ticdc-open-api-v2>. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the root on: `/api/v2/captures`. */
  readonly path: string;
  readonly body?: Writable;
}

/** What a capture said against a call that it will always refuse: HTTP status, TiCDC's code (`CDC:Err…`) and message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** How one capture answered one call. `later`: not now, or not this one. */
type Answer =
  | { readonly kind: 'ok'; readonly value: Json }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'later'; readonly why: string };

/** TiCDC's OpenAPI on any of several captures: it goes on to the next one where one is down or not ready. */
export class OpenApi {
  readonly #addresses: () => readonly string[];
  readonly #patience: number;
  #last = '';

  /**
   * `addresses`: of the captures that may be alive now (`127.0.0.1:8300`); `patience`: how long all of them may be unable to answer
   * a call (a dead owner's session lives on for 10 s): ms.
   */
  constructor(addresses: () => readonly string[], patience: number) {
    this.#addresses = addresses;
    this.#patience = patience;
  }

  /**
   * The answer of the first capture that can give one. Throws ApiError where one refuses for good, EnvironmentError where none
   * can answer within `patience` ms, or what it answers has another shape.
   */
  async ask<S extends v.GenericSchema>(
    call: Call,
    schema: S,
    patience = this.#patience,
  ): Promise<v.InferOutput<S>> {
    const deadline = performance.now() + patience;
    for (;;) {
      const why: string[] = [];
      for (const address of this.#order()) {
        const answer = await this.#answer(address, call);
        if (answer.kind === 'later') {
          why.push(`${address}: ${answer.why}`);
          continue;
        }
        this.#last = address;
        if (answer.kind === 'refused') throw answer.error;
        return shaped(call, schema, answer.value);
      }
      if (performance.now() > deadline) {
        const said = why.length === 0 ? 'none is alive' : why.join('; ');
        throw new EnvironmentError(`no capture answers ${call.method} ${call.path}: ${said}`);
      }
      await delay(PAUSE);
    }
  }

  /** What this capture itself answers; why it does not, as a text. Throws EnvironmentError where the answer has another shape. */
  async askOne<S extends v.GenericSchema>(
    address: string,
    call: Call,
    schema: S,
  ): Promise<{ readonly value: v.InferOutput<S> } | string> {
    const answer = await this.#answer(address, call);
    switch (answer.kind) {
      case 'ok':
        return { value: shaped(call, schema, answer.value) };
      case 'later':
        return answer.why;
      case 'refused':
        return `${answer.error.status} ${answer.error.message}`;
    }
  }

  /** The capture that answered last comes first. */
  #order(): readonly string[] {
    const addresses = this.#addresses();
    return addresses.includes(this.#last)
      ? [this.#last, ...addresses.filter((address) => address !== this.#last)]
      : addresses;
  }

  async #answer(address: string, { method, path, body }: Call): Promise<Answer> {
    const sent = body === undefined ? { method } : { method, body: writeJson(body) };
    const got = await exchange(`${urlOf(address)}${path}`, CALL_TIMEOUT, sent);
    return got.kind === 'silent' ? { kind: 'later', why: got.why } : judged(got.status, got.text);
  }
}

/** Addresses are `host:port`, or URLs where a capture speaks TLS. */
export function urlOf(address: string): string {
  return address.includes('://') ? address : `http://${address}`;
}

function judged(status: number, text: string): Answer {
  let value: Json;
  try {
    value = text.trim() === '' ? null : parseJson(text);
  } catch {
    value = null;
  }
  if (status < 300) return { kind: 'ok', value };
  const { error_code, error_msg } = v.is(apiError, value)
    ? value
    : { error_code: '', error_msg: text.trim() };
  const isFinal = status < 500 || FINAL.includes(error_code);
  if (isFinal) return { kind: 'refused', error: new ApiError(status, error_code, error_msg) };
  return { kind: 'later', why: `${status} ${error_code === '' ? error_msg : error_code}`.trim() };
}

function shaped<S extends v.GenericSchema>({ method, path }: Call, schema: S, value: Json): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new EnvironmentError(
    `${method} ${path} answers otherwise than expected at '${v.getDotPath(issue) ?? ''}': ${issue.message}`,
  );
}
