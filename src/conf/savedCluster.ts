import { UsageError } from '../cluster/cluster.js';
import { loadCluster, type ClusterConf } from './cluster.js';
import { withPlantedFaults } from './plantedFaults.js';

/** Whether a cluster's configuration holds shell commands. Those of a saved file are not carried out: it may come from anybody. */
export function hasShellCommands(conf: ClusterConf): boolean {
  return conf.kind === 'external' || conf.kind === 'ticdc-endpoints';
}

/**
 * The cluster to run a saved counterexample on: the one of this name or path, or else the one that it was found on; with the faults of
 * `CDCHECK_FAULTS`, where that is set, in place of its own. Throws UsageError where the one that it was found on has shell commands, and
 * where faults are to be planted in real servers.
 */
export function clusterFor(
  file: string,
  saved: ClusterConf,
  nameOrPath: string | undefined,
  faults: string | undefined,
): ClusterConf {
  if (nameOrPath !== undefined) return withPlantedFaults(loadCluster(nameOrPath), faults);
  if (hasShellCommands(saved)) {
    throw new UsageError(
      `${file} was found on cluster ${saved.name}; the shell commands in a saved file are not carried out: say --cluster and the cluster's own .toml file`,
    );
  }
  return withPlantedFaults(saved, faults);
}
