import { reap } from '../../process/reap.js';
import { UsageError } from '../cluster.js';
import { detectMariadb } from './detectMariadb.js';
import { MariadbCluster } from './mariadbCluster.js';
import type { MariadbOptions } from './settings.js';

/**
 * Starts a cluster of MariaDB servers in a temporary folder. Throws UsageError, with nothing started, where MariaDB is
 * missing or too old; EnvironmentError, with nothing left, where a server does not come up.
 */
export async function openMariadb(options: MariadbOptions): Promise<MariadbCluster> {
  const found = await detectMariadb();
  if (!found.usable) throw new UsageError(`cluster ${options.name}: ${found.problem}; ${found.remedy}`);
  reap();
  return MariadbCluster.start(options, found.binaries, found.version);
}
