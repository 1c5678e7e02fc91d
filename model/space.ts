import type { Partition } from './table.js';

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
  /** Delays before a kill or a start, and waits, lie in [0, maxDelay] ms. */
  readonly maxDelay: number;
}
