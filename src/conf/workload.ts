import * as v from 'valibot';
import { kinds, type Kind } from '../../model/command.js';
import type { Space } from '../../model/space.js';
import type { Partition } from '../../model/table.js';
import { UsageError } from '../cluster/cluster.js';
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
}

const count = (least: number): v.GenericSchema<number> => v.pipe(v.number(), v.integer(), v.minValue(least));
const weight = v.optional(v.pipe(v.number(), v.minValue(0)));

const schema = v.strictObject({
  maxRows: count(1),
  maxId: count(1),
  maxDelay: count(0),
  failing: v.pipe(v.number(), v.minValue(0), v.maxValue(0.5)),
  commands: v.strictObject({ min: count(1), max: count(1) }),
  tables: v.strictObject({
    normal: count(0),
    partitioned: count(0),
    layouts: v.array(v.array(v.tuple([v.string(), v.union([count(1), v.literal('MAXVALUE')])]))),
  }),
  weights: v.strictObject(Object.fromEntries(kinds.map((kind) => [kind, weight]))),
});

/** Reads a workload by its name under `conf/workloads`, or a TOML file by its path. Throws UsageError with one clear line. */
export function loadWorkload(nameOrPath: string): Workload {
  const { name, file, value } = readConf('workload', nameOrPath, schema);
  const { commands, tables, weights, maxRows, maxId, maxDelay, failing } = value;
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
  const names = Array.from({ length: tables.normal + tables.partitioned }, (_, i) => `t${i + 1}`);
  const layouts = tables.layouts.map((layout) =>
    layout.map(([partition, lessThan]): Partition => ({ name: partition, lessThan })),
  );
  return {
    name,
    length: commands,
    failing,
    weights,
    space: {
      normal: names.slice(0, tables.normal),
      partitioned: names.slice(tables.normal),
      layouts,
      maxRows,
      maxId,
      maxDelay,
    },
  };
}
