import { loadCluster, type ClusterConf } from '../conf/cluster.js';
import type { Cluster } from './cluster.js';
import { openEmbedded } from './embedded/openEmbedded.js';
import { openExternal } from './external/openExternal.js';
import { detectMariadb } from './mariadb/detectMariadb.js';
import { openMariadb } from './mariadb/openMariadb.js';
import { openTicdc, openTicdcEndpoints } from './ticdc/openTicdc.js';

/** A cluster that was chosen, and why in one line. */
export interface Choice {
  readonly conf: ClusterConf;
  readonly why: string;
}

/** The cluster of this name or path; `auto` is MariaDB where its servers are installed, else the embedded one. */
export async function chooseCluster(name: string): Promise<Choice> {
  if (name !== 'auto') return { conf: loadCluster(name), why: `cluster ${name}` };
  const found = await detectMariadb();
  if (found.usable) {
    return { conf: loadCluster('mariadb'), why: `cluster mariadb (mariadbd ${found.version} is installed)` };
  }
  return {
    conf: loadCluster('embedded'),
    why: `cluster embedded, inside this process (${found.problem}; ${found.remedy})`,
  };
}

/** Opens a cluster: one of as many as there are workers, numbered from 0. A new kind of cluster is one folder and one line here. */
export function openCluster(conf: ClusterConf, worker = 0): Promise<Cluster> {
  switch (conf.kind) {
    case 'mariadb':
      return openMariadb({ name: conf.name, captures: conf.captures });
    case 'embedded':
      return openEmbedded({ name: conf.name, faults: conf.faults, probability: conf.probability, worker });
    case 'ticdc':
      return openTicdc(conf);
    case 'ticdc-endpoints':
      return openTicdcEndpoints(conf);
    case 'external':
      return openExternal(conf);
  }
}
