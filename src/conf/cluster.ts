import * as v from 'valibot';
import { readConf } from './readConf.js';

const seconds = v.pipe(v.number(), v.minValue(1));
const tries = v.pipe(v.number(), v.integer(), v.minValue(1));

const schema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('mariadb'),
    captures: v.picklist(['stream', 'replica']),
    stuckAfter: seconds,
    tries,
  }),
  v.strictObject({
    kind: v.literal('embedded'),
    faults: v.array(v.string()),
    probability: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
    stuckAfter: seconds,
    tries,
  }),
]);

/** What to run on. `stuckAfter` is in seconds; `tries` is how often a candidate runs before it counts as passing. */
export type ClusterConf = v.InferOutput<typeof schema> & { readonly name: string };

/** Reads a cluster by its name under `conf/clusters`, or a TOML file by its path. Throws UsageError with one clear line. */
export function loadCluster(nameOrPath: string): ClusterConf {
  const { name, value } = readConf('cluster', nameOrPath, schema);
  return { ...value, name };
}
