import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { EnvironmentError } from '../../../src/cluster/cluster.js';
import * as answers from '../../../src/cluster/ticdc/answers.js';
import { parseJson } from '../../../src/cluster/ticdc/json.js';
import { ApiError, OpenApi } from '../../../src/cluster/ticdc/openApi.js';
import { Changefeed, changefeedId } from '../../../src/cluster/ticdc/changefeed.js';
import { Contract, recorded } from './contract.js';

/** Larger than 2^53, and rounded up by a number: ..., 848n. */
const START = 470839228830842897n;

let contract: Contract;
let api: OpenApi;

beforeEach(async () => {
  contract = await Contract.with(2);
  contract.now = START;
  api = new OpenApi(() => contract.addresses, 5_000);
});

afterEach(() => contract.close());

const made = {
  id: 'cdcheck-00ab',
  startTs: START,
  sinkUri: 'mysql://cdcheck:secret@127.0.0.1:3306/',
  database: 'cdcheck_00ab',
  options: { enable_sync_point: true, scheduler: { enable_table_across_nodes: true } },
};

function capture(number: number): Contract['captures'][number] {
  const found = contract.captures[number];
  if (found === undefined) throw new Error(`no capture ${number}`);
  return found;
}

describe('a changefeed', () => {
  it('is created from a TSO above 2^53 without losing a digit, on its own database only', async () => {
    await Changefeed.create(api, made);
    const kept = contract.changefeeds.get('cdcheck-00ab');
    expect(kept?.startTs).toBe(START);
    expect(kept?.body).toBe(
      '{"changefeed_id":"cdcheck-00ab","start_ts":470839228830842897,"sink_uri":"mysql://cdcheck:secret@127.0.0.1:3306/",' +
        '"replica_config":{"enable_sync_point":true,"scheduler":{"enable_table_across_nodes":true},"filter":{"rules":["cdcheck_00ab.*"]}}}',
    );
  });

  it('tells its checkpoint to the last digit', async () => {
    contract.checkpoint = () => 470839234047508487n;
    const changefeed = await Changefeed.create(api, made);
    expect(await changefeed.look(1_000)).toMatchObject({
      state: 'normal',
      checkpoint_ts: 470839234047508487n,
    });
  });

  it('has an id that TiCDC allows', () => {
    expect(changefeedId('cdcheck_00ab12cd34')).toBe('cdcheck-00ab12cd34');
  });

  it('is paused, resumed and removed', async () => {
    const changefeed = await Changefeed.create(api, made);
    await changefeed.pause();
    expect((await changefeed.look(1_000)).state).toBe('stopped');
    await changefeed.resume();
    expect((await changefeed.look(1_000)).state).toBe('normal');
    await changefeed.remove();
    expect(contract.changefeeds.size).toBe(0);
    await changefeed.remove();
    await expect(changefeed.look(1_000)).rejects.toThrow(
      'changefeed cdcheck-00ab cannot be seen: [CDC:ErrChangeFeedNotExists]changefeed not exists, cdcheck-00ab (400)',
    );
  });

  it('is refused in one line, without the password of its sink', async () => {
    const message = `[CDC:ErrSinkURIInvalid]sink uri invalid '${made.sinkUri}'`;
    capture(0).troubles.push({
      status: 400,
      body: { error_msg: message, error_code: 'CDC:ErrSinkURIInvalid' },
    });
    await expect(Changefeed.create(api, made)).rejects.toThrow(
      new EnvironmentError(
        "changefeed cdcheck-00ab cannot be created: [CDC:ErrSinkURIInvalid]sink uri invalid 'mysql://cdcheck:***@127.0.0.1:3306/' (400)",
      ),
    );
  });

  it('refuses a start that lies in the future', async () => {
    await expect(Changefeed.create(api, { ...made, startTs: 999999999999999999n })).rejects.toThrow(
      /invalid start-ts 999999999999999999, larger than current tso \d{18} \(400\)$/,
    );
  });

  it('moves a table, and says why that cannot be done', async () => {
    const changefeed = await Changefeed.create(api, made);
    expect(await changefeed.move(848, '44c7e564')).toBeNull();
    expect(contract.moves).toEqual(['?tableID=848&targetNodeID=44c7e564']);
    capture(0).troubles.push({ status: 404, body: '404 page not found' });
    expect(await changefeed.move(848, '44c7e564')).toBe('"404 page not found"');
  });
});

/** Every kind of call that a run makes, and how to see that it was carried out once. */
const calls: readonly (readonly [string, (changefeed: Changefeed) => Promise<unknown>, () => unknown])[] = [
  ['look', (changefeed) => changefeed.look(5_000), () => contract.changefeeds.size],
  ['pause', (changefeed) => changefeed.pause(), () => contract.changefeeds.get(made.id)?.state === 'stopped'],
  [
    'resume',
    (changefeed) => changefeed.resume(),
    () => contract.changefeeds.get(made.id)?.state === 'normal',
  ],
  ['remove', (changefeed) => changefeed.remove(), () => !contract.changefeeds.has(made.id)],
  ['move', (changefeed) => changefeed.move(1, 'x'), () => contract.moves.length > 0],
];

describe('a capture that dies in a call', () => {
  it.each(
    [...calls].flatMap((call) =>
      (['diesBefore', 'diesAfter'] as const).map((when) => [when, ...call] as const),
    ),
  )('(%s) leaves %s to the next one', async (when, _, call, isDone) => {
    const changefeed = await Changefeed.create(api, made);
    capture(0).troubles.push(when);
    await call(changefeed);
    expect(isDone()).toBeTruthy();
    expect(capture(1).calls).toHaveLength(1);
  });

  it.each(['diesBefore', 'diesAfter'] as const)('(%s) leaves create to the next one', async (when) => {
    capture(0).troubles.push(when);
    const changefeed = await Changefeed.create(api, made);
    expect(contract.changefeeds.size).toBe(1);
    expect((await changefeed.look(1_000)).state).toBe('normal');
  });

  it('is asked again first once it has answered', async () => {
    await capture(0).down();
    const changefeed = await Changefeed.create(api, made);
    await capture(0).up();
    await changefeed.look(1_000);
    expect(capture(0).calls).toEqual([]);
    expect(capture(1).calls).toEqual(['POST /api/v2/changefeeds', 'GET /api/v2/changefeeds/cdcheck-00ab']);
  });
});

describe('captures that cannot answer yet', () => {
  it('are asked until one of them can: 503 after a start', async () => {
    for (const each of contract.captures) each.isStarting = true;
    const created = Changefeed.create(api, made);
    await capture(1).called(2);
    capture(1).isStarting = false;
    await created;
    expect(contract.changefeeds.size).toBe(1);
  });

  it('are given up with what each of them says', async () => {
    const hasty = new OpenApi(() => contract.addresses, 0);
    capture(0).isStarting = true;
    await capture(1).down();
    await expect(hasty.ask({ method: 'GET', path: '/api/v2/captures' }, answers.captures)).rejects.toThrow(
      new EnvironmentError(
        `no capture answers GET /api/v2/captures: ${capture(0).address}: 503 CDC:ErrServerIsNotReady; ${capture(1).address}: ECONNREFUSED`,
      ),
    );
    const nobody = new OpenApi(() => [], 0);
    await expect(nobody.ask({ method: 'GET', path: '/status' }, answers.status)).rejects.toThrow(
      'no capture answers GET /status: none is alive',
    );
  });

  it('answer slowly, and that is waited for', async () => {
    capture(0).delay = 300;
    const changefeed = await Changefeed.create(api, made);
    expect((await changefeed.look(0)).state).toBe('normal');
    expect(capture(1).calls).toEqual([]);
  });
});

describe('answers', () => {
  it('of another shape than expected are told by their place', async () => {
    capture(0).troubles.push({ status: 200, body: { total: 1, items: [{ id: 'a', address: 'b' }] } });
    await expect(api.ask({ method: 'GET', path: '/api/v2/captures' }, answers.captures)).rejects.toThrow(
      `GET /api/v2/captures answers otherwise than expected at 'items.0.is_owner': Invalid key: Expected "is_owner" but received undefined`,
    );
  });

  it('of a call that a capture refuses carry its code', async () => {
    const asked = api.ask({ method: 'GET', path: '/api/v2/changefeeds/nope' }, answers.changefeed);
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'CDC:ErrChangeFeedNotExists' });
    await expect(asked).rejects.toBeInstanceOf(ApiError);
  });

  const schemas: readonly (readonly [RegExp, v.GenericSchema])[] = [
    [/^\/api\/v2\/changefeeds\/obs2$/, answers.changefeed],
    [/^\/api\/v2\/captures$/, answers.captures],
    [/^\/status$/, answers.status],
  ];
  const { calls: seen, whileADownstreamDDLFails: failing } = parseJson(
    recorded('ticdc-observed.json'),
  ) as unknown as Record<string, { method: string; path: string; status: number; response: unknown }[]>;

  it('of the recorded cluster are all understood', () => {
    const understood = [...(seen ?? []), ...(failing ?? [])].flatMap(({ method, path, status, response }) => {
      const schema = schemas.find(
        ([pattern]) => method === 'GET' && status === 200 && pattern.test(path),
      )?.[1];
      return schema === undefined ? [] : [v.safeParse(schema, response).success];
    });
    expect(understood).toEqual(Array(5).fill(true));
    const errors = (seen ?? []).filter(({ status }) => status >= 400);
    expect(errors.map(({ response }) => v.is(answers.apiError, response))).toEqual(Array(5).fill(true));
  });

  it('of the recorded cluster keep every digit', () => {
    const [changefeed] = (seen ?? []).filter(
      ({ path, method }) => method === 'GET' && path.endsWith('/obs2'),
    );
    expect(v.parse(answers.changefeed, changefeed?.response)).toMatchObject({
      checkpoint_ts: 470839234047508486n,
      maintainer_addr: '127.0.0.1:8300',
    });
  });
});
