import { freemem, totalmem } from 'node:os';
import { detectMariadb } from '../cluster/mariadb/detectMariadb.js';
import { faultNames } from '../cluster/embedded/faults.js';
import { examineCluster } from '../cluster/examineCluster.js';
import { chooseCluster } from '../cluster/openCluster.js';
import { confNames } from '../conf/readConf.js';
import { reap } from '../process/reap.js';
import { readVersion } from '../conf/packageFolder.js';

/** Options of `cdcheck doctor`. */
export interface DoctorOptions {
  readonly cluster?: string;
}

/** `cdcheck doctor`: what is installed, in which versions, and what can run here, or what one cluster lacks. Also reaps what a killed cdcheck left. */
export async function doctor({ cluster }: DoctorOptions): Promise<void> {
  await (cluster === undefined ? machine() : examine(cluster));
}

/** Looks at one cluster and everything that it needs, a line for each part. Exit code 3 where a part is not well. */
async function examine(name: string): Promise<void> {
  const { conf } = await chooseCluster(name);
  reap();
  let isWell = true;
  for await (const finding of examineCluster(conf)) {
    isWell &&= finding.isWell;
    const mark = finding.isWell ? 'ok' : 'NOT OK';
    process.stdout.write(`${finding.part.padEnd(12)}${mark}: ${finding.text}\n`);
  }
  process.exitCode = isWell ? 0 : 3;
}

async function machine(): Promise<void> {
  const found = await detectMariadb();
  const { why } = await chooseCluster('auto');
  const reaped = reap();
  const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1);
  const lines = [
    `cdcheck     ${readVersion()}, Node ${process.versions.node}`,
    `memory      ${gigabytes(freemem())} of ${gigabytes(totalmem())} GiB free (mariadb needs 0.45, mariadb-replica 0.65)`,
    found.usable
      ? `mariadb     ${found.version}, ${found.binaries.server}: clusters mariadb and mariadb-replica can run`
      : `mariadb     cannot run: ${found.problem}; ${found.remedy}`,
    `embedded    can run; faults that can be planted: ${faultNames.join(', ')}`,
    `auto        ${why}`,
    `clusters    ${confNames('cluster').join(', ')}`,
    `workloads   ${confNames('workload').join(', ')}`,
    ...(reaped.length === 0 ? [] : [`reaped      ${reaped.join(', ')}, left by a killed cdcheck`]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
