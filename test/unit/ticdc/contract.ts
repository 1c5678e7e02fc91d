import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../src/process/freePort.js';
import { parseJson, writeJson, type Writable } from '../../../src/cluster/ticdc/json.js';

/** A file of what a real cluster answered or logged. */
export function recorded(name: string): string {
  return readFileSync(join(import.meta.dirname, 'data', name), 'utf8');
}

/** A changefeed as the contract keeps it. */
export interface KeptChangefeed {
  readonly startTs: bigint;
  /** The body of the call that made it, word for word. */
  readonly body: string;
  state: string;
  error: { readonly code: string; readonly message: string } | null;
  checkpoint: () => bigint | Promise<bigint>;
}

/** How one call of a capture goes wrong: it dies before or after it has carried it out, or gives this answer instead. */
export type Trouble = 'diesBefore' | 'diesAfter' | Answer;

/** An answer: HTTP status and body. */
export interface Answer {
  readonly status: number;
  readonly body: Writable;
}

const NOT_READY: Answer = {
  status: 503,
  body: { error_msg: '[CDC:ErrServerIsNotReady]server is not ready', error_code: 'CDC:ErrServerIsNotReady' },
};

function failure(status: number, code: string, message: string): Answer {
  return { status, body: { error_msg: `[${code}]${message}`, error_code: code } };
}

/**
 * What TiCDC promises, over HTTP: captures that answer the OpenAPI as the recorded cluster did, share their changefeeds, elect an
 * owner, and go wrong as they are told to. Nothing is replicated; checkpoints are where the test says.
 */
export class Contract {
  /** The TSO that counts as now; every call moves it on. */
  now = 470839228830842897n;
  /** Whether its time is the real one, as where a stand-in of TiDB gives timestamps too. */
  isOnTime = false;
  readonly changefeeds = new Map<string, KeptChangefeed>();
  readonly captures: ContractCapture[] = [];
  /** Where the checkpoint of a new changefeed is. */
  checkpoint: () => bigint | Promise<bigint> = () => this.now;
  /** Captures in the order of their candidacy: the owner first. */
  line: ContractCapture[] = [];
  /** What creating a changefeed meets; null: nothing. */
  refusal: Answer | null = null;
  /** Moves of tables that were asked for, as their query strings. */
  readonly moves: string[] = [];

  static async with(captures: number): Promise<Contract> {
    const contract = new Contract();
    for (let i = 0; i < captures; i++) contract.captures.push(await ContractCapture.create(contract, i));
    return contract;
  }

  get addresses(): readonly string[] {
    return this.captures.map(({ address }) => address);
  }

  async close(): Promise<void> {
    await Promise.all(this.captures.map((capture) => capture.down()));
  }

  async carryOut(by: ContractCapture, method: string, url: string, body: string): Promise<Answer> {
    this.now = this.isOnTime ? BigInt(Date.now()) << 18n : this.now + (1n << 18n);
    const { pathname, search } = new URL(url, 'http://capture');
    if (pathname === '/status') return { status: 200, body: this.#status(by) };
    if (by.isStarting) return NOT_READY;
    if (pathname === '/api/v2/captures') return { status: 200, body: this.#captureList() };
    if (pathname === '/api/v2/owner/resign') return this.#resign();
    const [, id, what] = /^\/api\/v2\/changefeeds(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (!pathname.startsWith('/api/v2/changefeeds')) return { status: 404, body: '404 page not found' };
    if (id === undefined)
      return method === 'POST' ? this.#create(body) : { status: 200, body: { items: [] } };
    const kept = this.changefeeds.get(id);
    if (kept === undefined) {
      return failure(400, 'CDC:ErrChangeFeedNotExists', `changefeed not exists, ${id}`);
    }
    return this.#onChangefeed(id, kept, method, what, search);
  }

  async #onChangefeed(
    id: string,
    kept: KeptChangefeed,
    method: string,
    what: string | undefined,
    search: string,
  ): Promise<Answer> {
    switch (`${method} ${what ?? ''}`) {
      case 'DELETE ':
        this.changefeeds.delete(id);
        return { status: 200, body: {} };
      case 'POST pause':
        kept.state = 'stopped';
        return { status: 200, body: {} };
      case 'POST resume':
        kept.state = 'normal';
        return { status: 200, body: {} };
      case 'POST move_table':
        this.moves.push(search);
        return { status: 200, body: {} };
      default:
        return { status: 200, body: await this.#seen(id, kept) };
    }
  }

  /** The recorded answer, with the changefeed's own id, state, checkpoint and error. */
  async #seen(id: string, { state, startTs, checkpoint, error }: KeptChangefeed): Promise<Writable> {
    const at = await checkpoint();
    return {
      upstream_id: 7714224574559477511n,
      id,
      keyspace: 'default',
      sink_uri: 'mysql://root:xxxxx@127.0.0.1:3306/',
      create_time: '2026-12-01T07:11:59.18297891Z',
      start_ts: startTs,
      state,
      ...(error === null
        ? {}
        : { error: { time: '0001-01-01T00:00:00Z', addr: this.addresses[0] ?? '', ...error } }),
      creator_version: 'v8.5.5',
      resolved_ts: at,
      checkpoint_ts: at,
      checkpoint_time: '2026-12-01 07:12:18.670',
      gid: { low: 4633462505739919070n, high: 15836036312105332660n },
      maintainer_addr: this.line[0]?.address ?? '',
    };
  }

  #create(body: string): Answer {
    if (this.refusal !== null) return this.refusal;
    const made = parseJson(body) as Readonly<Record<string, string>>;
    const id = made['changefeed_id'] ?? '';
    if (this.changefeeds.has(id)) {
      return failure(500, 'CDC:ErrChangeFeedAlreadyExists', `changefeed already exists, ${id}`);
    }
    const startTs = BigInt(made['start_ts'] ?? 0);
    if (startTs > this.now) {
      const message = `invalid start-ts ${startTs}, larger than current tso ${this.now}`;
      return failure(400, 'CDC:ErrAPIInvalidParam', message);
    }
    this.changefeeds.set(id, { startTs, body, state: 'normal', error: null, checkpoint: this.checkpoint });
    return { status: 200, body: { id, start_ts: startTs } };
  }

  #status(by: ContractCapture): Writable {
    return {
      version: 'v8.5.5',
      git_hash: '618d1ab91ab229763338337b3da82484826a93f0',
      id: by.id,
      cluster_id: 'default',
      pid: 2864,
      is_owner: this.line[0] === by,
      liveness: 0,
    };
  }

  #captureList(): Writable {
    const items = this.captures
      .flatMap(({ listed, address }) => listed.map((id) => ({ id, address })))
      .map(({ id, address }) => ({ id, is_owner: this.line[0]?.id === id, address, cluster_id: 'default' }));
    return { total: items.length, items };
  }

  #resign(): Answer {
    const [first, ...others] = this.line;
    if (first !== undefined) this.line = [...others, first];
    return { status: 200, body: {} };
  }
}

/** One capture of the contract. */
export class ContractCapture {
  id = '';
  /** Ids under which it is listed: its present life, and ones whose sessions live on. */
  listed: string[] = [];
  /** Whether it answers 503, as for a while after its start. */
  isStarting = false;
  /** How long each answer takes: ms. */
  delay = 0;
  /** What goes wrong with the next calls, one each. */
  readonly troubles: Trouble[] = [];
  /** Calls that reached it: `GET /status`. */
  readonly calls: string[] = [];
  readonly address: string;
  readonly #contract: Contract;
  readonly #number: number;
  readonly #called = new EventEmitter();
  #lives = 0;
  #server: Server | null = null;

  private constructor(contract: Contract, number: number, port: number) {
    this.#contract = contract;
    this.#number = number;
    this.address = `127.0.0.1:${port}`;
  }

  static async create(contract: Contract, number: number): Promise<ContractCapture> {
    const capture = new ContractCapture(contract, number, await freePort());
    await capture.up();
    return capture;
  }

  /** Starts it: a new life, last in line. */
  async up(): Promise<void> {
    this.id = `capture-${this.#number}-life-${++this.#lives}`;
    this.listed.push(this.id);
    this.#contract.line.push(this);
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    const port = Number(this.address.split(':')[1]);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  }

  /** Ends it at once, with every connection; its session goes with it unless it is to linger in the list. */
  async down(lingers = false): Promise<void> {
    this.#contract.line = this.#contract.line.filter((each) => each !== this);
    if (!lingers) this.listed = [];
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Resolves once so many calls have reached it. */
  async called(count: number): Promise<void> {
    while (this.calls.length < count) await once(this.#called, 'call');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [method, url] = [request.method ?? '', request.url ?? ''];
    this.calls.push(`${method} ${url}`);
    this.#called.emit('call');
    if (this.delay > 0) await delay(this.delay);
    const trouble = this.troubles.shift();
    if (trouble === 'diesBefore') return this.down();
    const carriedOut = (): Promise<Answer> =>
      this.#contract.carryOut(this, method, url, Buffer.concat(chunks).toString());
    const { status, body } = typeof trouble === 'object' ? trouble : await carriedOut();
    if (trouble === 'diesAfter') return this.down();
    response.writeHead(status, { 'content-type': 'application/json' }).end(writeJson(body));
  }
}
