import { freemem, totalmem } from 'node:os';
import { detectMariadb } from '../cluster/mariadb/detectMariadb.js';
import { faultNames } from '../cluster/embedded/faults.js';
import { chooseCluster } from '../cluster/openCluster.js';
import { confNames } from '../conf/readConf.js';
import { reap } from '../process/reap.js';
import { readVersion } from '../conf/packageFolder.js';

/** `cdcheck doctor`: what is installed, in which versions, and what can run here. Also reaps what a killed cdcheck left. */
export async function doctor(): Promise<void> {
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
