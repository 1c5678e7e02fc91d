import * as v from 'valibot';

/** A timestamp, which `parseJson` leaves as digits. */
export const tso = v.pipe(
  v.union([v.pipe(v.string(), v.digits()), v.pipe(v.number(), v.safeInteger(), v.minValue(0))]),
  v.transform((digits) => BigInt(digits)),
);

const runningError = v.object({
  addr: v.optional(v.string(), ''),
  code: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
});

/** What the OpenAPI tells of a changefeed, as far as it is used: `GET /api/v2/changefeeds/{id}`. */
export const changefeed = v.object({
  state: v.string(),
  checkpoint_ts: tso,
  error: v.nullish(runningError),
  maintainer_addr: v.optional(v.string(), ''),
});

/** `GET /api/v2/captures`: dead captures stay in it until their session ends. */
export const captures = v.object({
  items: v.array(v.object({ id: v.string(), is_owner: v.boolean(), address: v.string() })),
});

/** `GET /status` of one capture. */
export const status = v.object({
  version: v.string(),
  id: v.string(),
  pid: v.number(),
  is_owner: v.boolean(),
});

/** Anything: the answer does not matter. */
export const anything = v.unknown();

/** An error of the OpenAPI. */
export const apiError = v.object({ error_code: v.string(), error_msg: v.string() });

/** A changefeed as the OpenAPI shows it. */
export type ChangefeedSeen = v.InferOutput<typeof changefeed>;

/** One capture as the OpenAPI lists it. */
export type CaptureSeen = v.InferOutput<typeof captures>['items'][number];
