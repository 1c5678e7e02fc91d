import * as v from 'valibot';
import { external as externalEntries } from './external.js';
import { readConf } from './readConf.js';
import { ticdc, ticdcEndpoints } from './ticdc.js';

const atLeastOne = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));

const seconds = v.pipe(v.number(), v.minValue(1), v.maxValue(86_400));

const mariadb = v.strictObject({
  kind: v.literal('mariadb'),
  captures: v.picklist(['stream', 'replica']),
  stuckAfter: seconds,
  tries: atLeastOne,
  workers: atLeastOne,
});

const embedded = v.strictObject({
  kind: v.literal('embedded'),
  faults: v.array(v.string()),
  probability: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  stuckAfter: seconds,
  tries: atLeastOne,
  workers: atLeastOne,
});

const ticdcStarted = v.strictObject({
  kind: v.literal('ticdc'),
  ...ticdc,
  stuckAfter: seconds,
  tries: atLeastOne,
  workers: atLeastOne,
});

const ticdcThere = v.strictObject({
  kind: v.literal('ticdc-endpoints'),
  ...ticdcEndpoints,
  stuckAfter: seconds,
  tries: atLeastOne,
  workers: v.literal(1),
});

const external = v.strictObject({
  kind: v.literal('external'),
  ...externalEntries,
  stuckAfter: seconds,
  tries: atLeastOne,
  workers: v.literal(1),
});

const name = { name: v.string() };

/** The exact shape of a cluster's configuration together with its name, as counterexamples keep it. */
export const clusterConfSchema = v.variant('kind', [
  v.strictObject({ ...mariadb.entries, ...name }),
  v.strictObject({ ...embedded.entries, ...name }),
  v.strictObject({ ...ticdcStarted.entries, ...name }),
  v.strictObject({ ...ticdcThere.entries, ...name }),
  v.strictObject({ ...external.entries, ...name }),
]);

/**
 * What to run on. `stuckAfter`: seconds without progress; `tries`: runs of a candidate while shrinking, at the most, before it
 * counts as passing; `workers`: clusters side by side.
 */
export type ClusterConf = v.InferOutput<typeof clusterConfSchema>;

/** Reads a cluster by its name under `conf/clusters`, or a TOML file by its path. Throws UsageError with one clear line. */
export function loadCluster(nameOrPath: string): ClusterConf {
  const { value } = readConf(
    'cluster',
    nameOrPath,
    v.variant('kind', [mariadb, embedded, ticdcStarted, ticdcThere, external]),
  );
  return { ...value, name: nameOrPath };
}
