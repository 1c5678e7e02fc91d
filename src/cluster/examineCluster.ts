import type { ClusterConf } from '../conf/cluster.js';
import { examineExternal } from './external/examineExternal.js';
import type { Finding } from './finding.js';
import { detectMariadb } from './mariadb/detectMariadb.js';
import { examineEndpoints, examineTicdc } from './ticdc/examine.js';

/** Looks at each part of a cluster, one after the other, and goes on where one is not well. Throws UsageError for a file that is refused. */
export async function* examineCluster(conf: ClusterConf): AsyncGenerator<Finding> {
  switch (conf.kind) {
    case 'mariadb': {
      const found = await detectMariadb();
      yield found.usable
        ? { part: 'servers', isWell: true, text: `MariaDB ${found.version}, ${found.binaries.server}` }
        : { part: 'servers', isWell: false, text: `${found.problem}; ${found.remedy}` };
      break;
    }
    case 'embedded':
      yield { part: 'embedded', isWell: true, text: 'inside this process' };
      break;
    case 'ticdc':
      yield* examineTicdc(conf);
      break;
    case 'ticdc-endpoints':
      yield* examineEndpoints(conf);
      break;
    case 'external':
      yield* examineExternal(conf);
      break;
  }
}
