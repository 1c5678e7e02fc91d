import type { TicdcConf, TicdcEndpointsConf } from '../../conf/ticdc.js';
import { reap } from '../../process/reap.js';
import { UsageError } from '../cluster.js';
import { attachParts, demandConsent } from './endpointParts.js';
import { demandPrograms, type Wanted } from './findPrograms.js';
import { startParts } from './ownParts.js';
import { TicdcCluster, type TicdcOptions } from './ticdcCluster.js';

/**
 * Starts a cluster of TiDB and TiCDC in a temporary folder. Throws UsageError, with nothing started, where a program is missing or too
 * old; EnvironmentError, with nothing left, where one does not come up.
 */
export async function openTicdc(conf: TicdcConf): Promise<TicdcCluster> {
  const options = optionsOf(conf);
  const programs = await demandPrograms(conf.name, wantedBy(conf));
  reap();
  return TicdcCluster.open(options, () => startParts(conf, programs));
}

/** Attaches to a cluster that is there already. Throws UsageError, with nothing touched, where its file does not allow that. */
export async function openTicdcEndpoints(conf: TicdcEndpointsConf): Promise<TicdcCluster> {
  const options = optionsOf(conf);
  demandConsent(conf);
  reap();
  return TicdcCluster.open(options, () => attachParts(conf));
}

/** Which programs a cluster's file asks for. */
export function wantedBy({ binaries, version, newarch }: TicdcConf): Wanted {
  return {
    binaries: binaries === 'auto' ? null : binaries,
    version: version === 'newest' ? null : version,
    newarch,
  };
}

function optionsOf({ name, warningAfter, changefeed }: TicdcConf | TicdcEndpointsConf): TicdcOptions {
  if ('filter' in changefeed) {
    throw new UsageError(
      `cluster ${name}: changefeed.filter is set by cdcheck, to the database of each run; leave it out`,
    );
  }
  return { name, warningAfter: warningAfter * 1000, changefeed };
}
