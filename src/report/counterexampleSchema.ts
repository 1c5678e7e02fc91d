import * as v from 'valibot';
import { kinds } from '../../model/command.js';
import type { RowSeen, TableSeen } from '../../model/snapshot.js';
import { anomalyKinds, type Anomaly } from '../check/anomaly.js';
import { clusterConfSchema } from '../conf/cluster.js';
import { sequenceSchema } from './commandSchema.js';
import { COUNTEREXAMPLE_VERSION, type Counterexample } from './counterexample.js';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullableNumber = v.nullable(v.number());

const row: v.GenericSchema<RowSeen> = v.strictObject({
  id: v.number(),
  data: v.nullable(v.string()),
  extra: v.array(nullableNumber),
  partition: v.nullable(v.string()),
});

const table: v.GenericSchema<TableSeen> = v.strictObject({
  columns: v.array(v.strictObject({ name: v.string(), default: v.number() })),
  indexes: v.array(v.strictObject({ name: v.string(), column: v.string() })),
  partitions: v.nullable(
    v.array(v.strictObject({ name: v.string(), lessThan: v.union([v.number(), v.literal('MAXVALUE')]) })),
  ),
  rows: v.array(row),
  unexpected: v.exactOptional(v.array(v.string())),
});

/** The exact shape of an anomaly in a saved file. */
export const anomalySchema: v.GenericSchema<Anomaly> = v.strictObject({
  kind: v.picklist(anomalyKinds),
  table: v.nullable(v.string()),
  detail: v.string(),
  rows: v.array(
    v.strictObject({
      id: v.number(),
      model: v.nullable(row),
      upstream: v.nullable(row),
      downstream: v.nullable(row),
    }),
  ),
  schema: v.exactOptional(v.strictObject({ upstream: v.nullable(table), downstream: v.nullable(table) })),
  commands: v.array(count),
  errno: v.exactOptional(v.number()),
});

/** The exact shape of a signature in a saved file. */
export const signatureSchema = v.record(v.string(), v.array(v.picklist(kinds)));

const reproduction = v.strictObject({ failed: count, runs: count });

/** The exact shape of `counterexample.json`. */
export const counterexampleSchema: v.GenericSchema<unknown, Counterexample> = v.strictObject({
  format: v.literal('cdcheck counterexample'),
  version: v.literal(COUNTEREXAMPLE_VERSION),
  sequence: sequenceSchema,
  signature: signatureSchema,
  anomalies: v.array(anomalySchema),
  reproduction,
  found: v.strictObject({
    seed: v.pipe(v.number(), v.integer()),
    path: v.string(),
    sequence: sequenceSchema,
    reproduction,
  }),
  shrinking: v.strictObject({
    runs: count,
    steps: v.array(
      v.strictObject({ commands: count, signature: signatureSchema, reproduction, runs: count }),
    ),
    complete: v.boolean(),
  }),
  cluster: v.strictObject({
    conf: clusterConfSchema,
    versions: v.record(v.string(), v.string()),
    captures: count,
  }),
  workload: v.string(),
});
