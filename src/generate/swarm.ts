import type { Kind } from '../../model/command.js';
import { partOf } from '../../model/part.js';
import { pick, type Choose } from '../../model/rule.js';
import type { Space } from '../../model/space.js';
import { tableCount, takesPart } from './biases.js';
import { INSERTING } from './kinds.js';

/** What one run draws from: a random subset of the kinds and of the tables. */
export interface Swarm {
  readonly kinds: ReadonlyMap<Kind, number>;
  /** The space with only this run's table names. */
  readonly space: Space;
  /** The tables that the run begins by creating; the other names of the space are there to rename to. */
  readonly created: readonly string[];
}

/** Kinds that seldom apply unless another one has gone before: they take it along. */
const TAKES_ALONG: Readonly<Partial<Record<Kind, Kind>>> = {
  recoverTable: 'dropTable',
  dropTable: 'createTable',
  renameTable: 'createTable',
  dropColumn: 'addColumn',
  addPartition: 'dropPartition',
  partitionBy: 'removePartitioning',
  killCapture: 'startCapture',
  pauseChangefeed: 'resumeChangefeed',
  flashbackTable: 'dropTable',
};

/** Draws the kinds and tables of one run: enough of them that there are rows to lose and something to lose them by. */
export function drawSwarm(choose: Choose, weights: ReadonlyMap<Kind, number>, space: Space): Swarm {
  const kinds = drawKinds(choose, weights);
  const tables = drawTables(choose, space, kinds.has('exchangePartition'));
  const unused = [...space.normal, ...space.partitioned].filter((name) => !tables.includes(name));
  const spare = kinds.has('renameTable') ? pick(choose, unused) : undefined;
  const names = spare === undefined ? tables : [...tables, spare];
  return {
    kinds,
    space: {
      ...space,
      normal: space.normal.filter((name) => names.includes(name)),
      partitioned: space.partitioned.filter((name) => names.includes(name)),
    },
    created: tables,
  };
}

function drawKinds(choose: Choose, weights: ReadonlyMap<Kind, number>): ReadonlyMap<Kind, number> {
  const all = [...weights.keys()];
  const chosen = new Set(all.filter((kind) => takesPart(choose, kind)));
  const ddl = all.filter((kind) => partOf(kind) === 'ddl' && kind !== 'createTable');
  for (const group of [INSERTING.filter((kind) => weights.has(kind)), ddl]) {
    const kind = group.some((each) => chosen.has(each)) ? undefined : pick(choose, group);
    if (kind !== undefined) chosen.add(kind);
  }
  for (const kind of chosen) {
    const other = TAKES_ALONG[kind];
    if (other !== undefined && weights.has(other)) chosen.add(other);
  }
  return new Map([...weights].filter(([kind]) => chosen.has(kind)));
}

/** A partitioned table, where there is one, comes first; EXCHANGE needs one of each shape. */
function drawTables(choose: Choose, space: Space, exchanges: boolean): readonly string[] {
  const [partitioned, normal] = [[...space.partitioned], [...space.normal]];
  const count = tableCount(choose, space.partitioned.length + space.normal.length);
  const wanted = exchanges ? Math.max(count, 2) : count;
  const chosen: string[] = [];
  for (const shape of [partitioned, normal]) {
    if (chosen.length < wanted && shape.length > 0) {
      chosen.push(...shape.splice(choose.below(shape.length), 1));
    }
  }
  const rest = [...partitioned, ...normal];
  while (chosen.length < wanted && rest.length > 0) chosen.push(...rest.splice(choose.below(rest.length), 1));
  return chosen;
}
