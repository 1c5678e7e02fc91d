import { UsageError } from '../cluster/cluster.js';
import type { ClusterConf } from './cluster.js';

/**
 * The cluster with the faults of `CDCHECK_FAULTS` (names with commas between) planted in place of its own. Throws UsageError
 * where the cluster is not the embedded one: nothing is planted in real servers.
 */
export function withPlantedFaults(conf: ClusterConf, names: string | undefined): ClusterConf {
  if (names === undefined || names === '') return conf;
  if (conf.kind !== 'embedded') {
    throw new UsageError(
      `CDCHECK_FAULTS=${names}: cluster ${conf.name} takes no faults; choose cluster embedded`,
    );
  }
  return { ...conf, faults: names.split(',').map((name) => name.trim()) };
}
