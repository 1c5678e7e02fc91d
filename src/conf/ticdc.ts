import * as v from 'valibot';
import { captureCommands, consent, endpoint } from './outside.js';

const text = v.pipe(v.string(), v.nonEmpty());

const seconds = v.pipe(v.number(), v.minValue(0.1), v.maxValue(86_400));

/** A value of a changefeed's configuration: what JSON and TOML both have. */
type Option = string | number | boolean | readonly Option[] | { readonly [key: string]: Option };

const option: v.GenericSchema<Option> = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.array(v.lazy(() => option)),
  v.record(
    v.string(),
    v.lazy(() => option),
  ),
]);

/** What every cluster of TiCDC's says of its changefeeds. */
const changefeeds = {
  /** Seconds that the same warning may last without progress before it counts as failed. */
  warningAfter: seconds,
  /** Keys of the OpenAPI's `replica_config`, such as `enable_sync_point`. */
  changefeed: v.optional(v.record(v.string(), option), {}),
  /** Parameters of the sink's URI, such as `worker-count`. */
  sink: v.optional(v.record(v.string(), v.string()), {}),
};

const list = v.optional(v.array(v.string()), []);
const variables = v.optional(v.record(v.string(), v.string()), {});

/** A cluster of TiDB and TiCDC that cdcheck starts, without what all kinds of clusters have in common. */
export const ticdc = {
  /** `auto`: the PATH, then tiup's components; else a folder. */
  binaries: text,
  /** `newest`, or a version that tiup has installed. */
  version: text,
  newarch: v.boolean(),
  captures: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  downstream: v.picklist(['mariadb', 'unistore', 'tidb']),
  /** Seconds that one program may take to get ready. */
  startTimeout: seconds,
  ...changefeeds,
  extraArgs: v.optional(v.strictObject({ pd: list, tikv: list, tidb: list, cdc: list }), {}),
  env: v.optional(v.strictObject({ pd: variables, tikv: variables, tidb: variables, cdc: variables }), {}),
};

/** A cluster of TiDB and TiCDC that is there already, without what all kinds of clusters have in common. */
export const ticdcEndpoints = {
  ...consent,
  /** Seconds that one command may take. */
  commandTimeout: seconds,
  newarch: v.boolean(),
  upstream: v.strictObject({ ...endpoint.entries, statusUrl: v.exactOptional(text) }),
  downstream: v.strictObject({
    ...endpoint.entries,
    /** Downstream as captures reach it, where that is another address. */
    sinkHost: v.exactOptional(text),
    sinkPort: v.exactOptional(endpoint.entries.port),
    /** Whether it is a TiDB with a TiKV of its own, so that what is dropped there can be recovered. */
    recovers: v.boolean(),
  }),
  captures: v.pipe(
    v.array(v.strictObject({ address: text, ...captureCommands, log: v.exactOptional(text) })),
    v.minLength(1),
    v.maxLength(5),
  ),
  ...changefeeds,
};

/** What to start. */
export type TicdcConf = v.InferOutput<v.ObjectSchema<typeof ticdc, undefined>> & { readonly name: string };

/** What is there already. */
export type TicdcEndpointsConf = v.InferOutput<v.ObjectSchema<typeof ticdcEndpoints, undefined>> & {
  readonly name: string;
};
