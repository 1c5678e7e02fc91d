import * as v from 'valibot';
import { kinds, type Kind } from '../../model/command.js';
import { isControl } from '../../model/control.js';
import { layoutReasons } from '../../model/layout.js';
import type { Space } from '../../model/space.js';
import type { Partition } from '../../model/table.js';
import { UsageError } from '../cluster/cluster.js';
import type { Signature } from '../check/signature.js';
import { notASignature, signatureNamed } from './knownSignature.js';
import { readConf } from './readConf.js';

/** How hard to test: how long runs are, over which tables, and how often each kind of command comes. */
export interface Workload {
  /** As it was given: a name, or the path of a file. */
  readonly name: string;
  /** Commands of a run. */
  readonly length: { readonly min: number; readonly max: number };
  /** Share of the commands that must fail. */
  readonly failing: number;
  readonly space: Space;
  readonly weights: Readonly<Partial<Record<Kind, number>>>;
  /** Failures that have been reported already: they come less often, and are no news where they come. */
  readonly known: readonly Signature[];
}

/** The largest INT: ids and bounds are INT. */
const LARGEST_INT = 2 ** 31 - 1;

const partitionName = v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/));
const count = (least: number, most: number): v.GenericSchema<number> =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const weight = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e6)));

const laneKinds = kinds.filter((kind) => kind !== 'concurrently' && kind !== 'check' && !isControl(kind));
const laneWeight = v.optional(count(0, 1000));
const laneSchema = v.strictObject({
  count: count(1, 32),
  tables: v.optional(v.picklist(['normal', 'partitioned', 'all']), 'all'),
  commands: count(1, 1000),
  weights: v.strictObject(Object.fromEntries(laneKinds.map((kind) => [kind, laneWeight]))),
});

const schema = v.strictObject({
  maxRows: count(1, 1000),
  maxId: count(1, LARGEST_INT),
  maxDelay: count(0, 600_000),
  failing: v.pipe(v.number(), v.minValue(0), v.maxValue(0.5)),
  known: v.optional(v.array(v.string()), []),
  commands: v.strictObject({ min: count(1, 10_000), max: count(1, 10_000) }),
  tables: v.strictObject({
    normal: count(0, 1000),
    partitioned: count(0, 1000),
    layouts: v.array(
      v.pipe(
        v.array(v.tuple([partitionName, v.union([count(1, LARGEST_INT), v.literal('MAXVALUE')])])),
        v.minLength(1),
      ),
    ),
  }),
  lanes: v.optional(v.array(laneSchema), []),
  weights: v.strictObject(Object.fromEntries(kinds.map((kind) => [kind, weight]))),
});

/** Reads a workload by its name under `conf/workloads`, or a TOML file by its path. Throws UsageError with one clear line. */
export function loadWorkload(nameOrPath: string): Workload {
  const { name, file, value } = readConf('workload', nameOrPath, schema);
  const { commands, tables, weights, maxRows, maxId, maxDelay, failing, lanes } = value;
  const refuse = (what: string): never => {
    throw new UsageError(`workload file ${file}: ${what}`);
  };
  if (commands.min > commands.max) refuse('commands.min is larger than commands.max');
  if (tables.normal + tables.partitioned === 0) refuse('tables: there must be at least one table');
  if (tables.partitioned > 0 && tables.layouts.length === 0) {
    refuse('tables.layouts is empty, but there are partitioned tables');
  }
  if (!((weights['createTable'] ?? 0) > 0))
    refuse('weights.createTable must be above 0: without a table nothing applies');
  if ((weights['concurrently'] ?? 0) > 0 && lanes.length === 0) {
    refuse('weights.concurrently is above 0, but there are no [[lanes]]');
  }
  const names = Array.from({ length: tables.normal + tables.partitioned }, (_, i) => `t${i + 1}`);
  const layouts = tables.layouts.map((layout) =>
    layout.map(([partition, lessThan]): Partition => ({ name: partition, lessThan })),
  );
  for (const [place, layout] of layouts.entries()) {
    const reasons = layoutReasons(layout);
    if (reasons.length > 0) refuse(`tables.layouts, number ${place + 1}: ${reasons.join(', ')}`);
  }
  return {
    name,
    length: commands,
    failing,
    weights,
    known: value.known.map((text) => signatureNamed(text) ?? refuse(notASignature(text))),
    space: {
      normal: names.slice(0, tables.normal),
      partitioned: names.slice(tables.normal),
      layouts,
      maxRows,
      maxId,
      maxDelay,
      lanes,
    },
  };
}
