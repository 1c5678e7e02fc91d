import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../../model/command.js';
import type { ClusterConf } from '../../../src/conf/cluster.js';
import type { Counterexample } from '../../../src/report/counterexample.js';
import { lostRow } from '../../unit/report/counterexamples.js';

/** The file of a saved counterexample of these commands that was found on an embedded cluster with these faults. */
export function savedOnEmbedded(
  folder: string,
  commands: readonly Command[],
  faults: readonly string[],
  rest: Partial<Counterexample> = {},
): string {
  const conf: ClusterConf = {
    kind: 'embedded',
    name: 'embedded',
    faults: [...faults],
    probability: 1,
    stuckAfter: 120,
    tries: 1,
    workers: 1,
  };
  const counterexample: Counterexample = {
    ...lostRow,
    sequence: { commands, schedule: 0 },
    signature: { lostRows: ['insert'] },
    cluster: { ...lostRow.cluster, conf },
    ...rest,
  };
  const file = join(folder, 'counterexample.json');
  writeFileSync(file, JSON.stringify(counterexample));
  return file;
}
