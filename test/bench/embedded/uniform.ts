import { applyIfRight } from '../../../model/apply.js';
import type { Command } from '../../../model/command.js';
import { emptyState, type State } from '../../../model/state.js';
import type { Partition } from '../../../model/table.js';
import type { Sequence } from '../../../model/sequence.js';
import { mix } from '../../../src/cluster/embedded/hash.js';

const NORMAL = ['t1', 't2', 't3', 't4', 't5'];
const PARTITIONED = ['t6', 't7', 't8', 't9', 't10'];
const LAYOUT: readonly Partition[] = [
  { name: 'p0', lessThan: 200 },
  { name: 'p1', lessThan: 1000 },
  { name: 'p2', lessThan: 'MAXVALUE' },
];
const KILLS = 10;
const DDLS_A_KILL = 15;

/**
 * The workload of pingcap/ticdc issue 1192's own script (`fail_over_ddl_mix`), as it is written: tables 1 to 5 without
 * and 6 to 10 with partitions; a DDL loop for each kind over tables picked at random; ten inserters, one a table, that
 * insert all the time; ten kills of a random capture, here one for 15 DDLs, that is started again; REORGANIZE is in
 * the script but can never be reached. It compares once, at its end.
 */
export function uniformRun(seed: number): Sequence {
  let drawn = 0;
  const below = (n: number): number => mix(seed, drawn++) % n;
  const commands: Command[] = [];
  let state: State = emptyState(2);
  const add = (command: Command): void => {
    if (applyIfRight(state, command, commands.length + 1) === state) return;
    commands.push(command);
    state = applyIfRight(state, command, commands.length);
  };
  for (const table of NORMAL) add({ kind: 'createTable', table, partitions: null });
  for (const table of PARTITIONED) add({ kind: 'createTable', table, partitions: LAYOUT });
  for (let kills = 0; kills < KILLS; kills++) {
    for (let ddls = 0; ddls < DDLS_A_KILL; ddls++) {
      for (const command of drawDdl(below)) add(command);
      for (const table of [...NORMAL, ...PARTITIONED]) add({ kind: 'insertAuto', table, rows: 1 });
    }
    const capture = below(2);
    add({ kind: 'killCapture', capture, signal: 'KILL', delay: below(50) });
    for (const table of [...NORMAL, ...PARTITIONED]) add({ kind: 'insertAuto', table, rows: 1 });
    add({ kind: 'startCapture', capture, delay: 0 });
  }
  return { commands, schedule: seed };
}

/** One turn of one of the loops, on a table of its kind. */
function drawDdl(below: (n: number) => number): readonly Command[] {
  const normal = NORMAL[below(NORMAL.length)] ?? 't1';
  const partitioned = PARTITIONED[below(PARTITIONED.length)] ?? 't6';
  switch (below(6)) {
    case 0:
      return [
        { kind: 'dropTable', table: normal },
        { kind: 'recoverTable', table: normal },
      ];
    case 1:
      return [{ kind: 'truncateTable', table: below(2) === 0 ? normal : partitioned }];
    case 2:
      return [{ kind: 'truncatePartition', table: partitioned, partitions: [`p${below(3)}`] }];
    case 3:
      return [{ kind: 'exchangePartition', table: partitioned, partition: 'p0', with: normal }];
    case 4:
      return [
        { kind: 'dropPartition', table: partitioned, partitions: ['p2'] },
        { kind: 'addPartition', table: partitioned, partitions: LAYOUT.slice(2) },
      ];
    default:
      return [
        { kind: 'removePartitioning', table: partitioned },
        { kind: 'partitionBy', table: partitioned, partitions: LAYOUT },
      ];
  }
}
