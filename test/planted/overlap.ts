import type { Command } from '../../model/command.js';
import type { LaneCommand } from '../../model/commands/concurrently.js';
import type { AnomalyKind } from '../../src/check/anomaly.js';
import type { FaultName } from '../../src/cluster/embedded/faults.js';
import { create, normal } from '../model/make.js';

/** What is known beforehand of a fault on the workload with lanes. */
export interface Overlap {
  /** How it fails most often there: a failure of other kinds is passed over, since it has another smallest sequence. */
  readonly anomaly: AnomalyKind;
  /** The smallest sequences that fail so, on the plain schedule; several where the failure can be had by different kinds of DDL. */
  readonly minima: readonly [readonly Command[], ...(readonly Command[])[]];
  /** Seeds of searches, each within so many runs. */
  readonly seeds: readonly number[];
}

const insert = (id: number): LaneCommand => ({ kind: 'insert', table: 't1', ids: [id] });
const truncateTable: LaneCommand = { kind: 'truncateTable', table: 't1' };
const kill = (signal: 'KILL' | 'TERM'): Command => ({ kind: 'killCapture', capture: 1, signal, delay: 0 });
const one = create('t1', ['p0', 'MAXVALUE']);

/** Commands that run at once, each in a lane of its own. */
export function atOnce(...commands: readonly LaneCommand[]): Command {
  return { kind: 'concurrently', lanes: commands.map((command) => ({ offset: 0, commands: [command] })) };
}

/** The faults that the workload with lanes is there for. */
export const overlaps: Readonly<Partial<Record<FaultName, Overlap>>> = {
  // Two lanes: the row must be written after REORGANIZE has begun to copy and before it has ended.
  'upstream-reorganize': {
    anomaly: 'upstreamWrong',
    minima: [
      [
        one,
        atOnce(insert(1), {
          kind: 'reorganizePartition',
          table: 't1',
          partitions: ['p0'],
          into: [{ name: 'p1', lessThan: 'MAXVALUE' }],
        }),
      ],
    ],
    seeds: [1, 2, 4, 5, 6],
  },
  // Two lanes: the row must be committed in the moment in which the DDL is, before it. The word of its dispatcher then counts as late, and
  // nobody carries the DDL out. The last row shows it: without one after the DDL, downstream counts as having caught up.
  'same-timestamp-gap': {
    anomaly: 'stuck',
    minima: [[normal('t1'), atOnce(insert(1), truncateTable), insert(1)]],
    seeds: [1, 5, 6],
  },
  // No lanes: the second row may come after the kill as well as at the same time, since the killed capture's session lives on.
  'stale-epoch': {
    anomaly: 'lostRows',
    minima: [[normal('t1'), insert(1), kill('KILL'), insert(2)]],
    seeds: [2, 4, 5, 6],
  },
  // No lanes: what the ended capture had on its way is written after the TERM has returned, and after whatever removes the row.
  'two-writers': {
    anomaly: 'extraRows',
    minima: [
      [normal('t1'), insert(1), kill('TERM'), truncateTable],
      [one, insert(1), kill('TERM'), { kind: 'truncatePartition', table: 't1', partitions: ['p0'] }],
      [
        create('t1', ['p0', 2], ['p1', 'MAXVALUE']),
        insert(1),
        kill('TERM'),
        { kind: 'dropPartition', table: 't1', partitions: ['p0'] },
      ],
    ],
    seeds: [1, 5, 6],
  },
  // No lanes: it is planted in upstream alone, to show that upstream is never taken at its word.
  'upstream-lost-insert': {
    anomaly: 'upstreamWrong',
    minima: [[normal('t1'), insert(1)]],
    seeds: [1, 2, 3, 4, 5],
  },
};
