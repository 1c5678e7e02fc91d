import type { Kind } from './command.js';
import type { Partition } from './table.js';

/** Lanes of one sort in a block of concurrent commands. */
export interface LaneShape {
  /** How many lanes of this sort a block has at the most. */
  readonly count: number;
  /** The tables that its commands use. An EXCHANGE may use others, since it needs one of each. */
  readonly tables: 'normal' | 'partitioned' | 'all';
  /** Commands of one lane, at the most. */
  readonly commands: number;
  /** How often each kind of command is drawn, relative to the others: natural numbers. */
  readonly weights: Readonly<Partial<Record<Kind, number>>>;
}

/** What commands are drawn from: the names, layouts and sizes that a workload allows. */
export interface Space {
  /** Tables that are created without partitions. */
  readonly normal: readonly string[];
  /** Tables that are created with partitions. */
  readonly partitioned: readonly string[];
  /** The layouts that CREATE and PARTITION BY choose from. */
  readonly layouts: readonly (readonly Partition[])[];
  /** Rows of one INSERT, at the most. */
  readonly maxRows: number;
  /** Ids given explicitly lie in [1, maxId]. */
  readonly maxId: number;
  /** Delays before a kill or a start, offsets of lanes, and waits, lie in [0, maxDelay] ms. */
  readonly maxDelay: number;
  /** The lanes of a block of concurrent commands; where there are none, no block is drawn. */
  readonly lanes: readonly LaneShape[];
}
