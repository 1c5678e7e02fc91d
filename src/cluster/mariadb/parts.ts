import { randomBytes } from 'node:crypto';
import { WorkFolder } from '../../process/workFolder.js';
import { dataTemplate } from './dataTemplate.js';
import type { MariadbBinaries } from './detectMariadb.js';
import { ReplicaReplication } from './replicaReplication.js';
import type { Replication } from './replication.js';
import { Server, type Site } from './server.js';
import type { MariadbOptions } from './settings.js';
import { StreamReplication } from './streamReplication.js';

/** How many captures a cluster of this kind has. */
export const CAPTURES = 2;

/** What a cluster runs on until it is broken: a folder, servers, captures. */
export interface Parts {
  readonly folder: WorkFolder;
  readonly upstream: Server;
  readonly downstream: Server;
  readonly replication: Replication;
  /** All servers, upstream first. */
  readonly servers: readonly Server[];
}

/** Starts servers and captures from nothing. Throws EnvironmentError, with nothing left, where one does not come up. */
export async function startParts(
  options: MariadbOptions,
  binaries: MariadbBinaries,
  version: string,
): Promise<Parts> {
  const folder = WorkFolder.create();
  try {
    const template = await dataTemplate(binaries, version, folder);
    const credentials = { user: 'cdcheck', password: randomBytes(16).toString('hex') };
    const site: Site = { folder, binaries, template, credentials };
    const replicas = options.captures === 'replica' ? CAPTURES : 0;
    const [upstream, downstream, ...between] = await Promise.all([
      Server.create('upstream', 1, site),
      Server.create('downstream', 2, site),
      ...Array.from({ length: replicas }, (_, i) => Server.create(`replica${i}`, 3 + i, site)),
    ]);
    const replication =
      options.captures === 'replica'
        ? await ReplicaReplication.create(between, upstream, downstream, credentials)
        : await StreamReplication.create(site, CAPTURES, upstream, downstream);
    return { folder, upstream, downstream, replication, servers: [upstream, downstream, ...between] };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Ends all of it. */
export async function endParts({ folder, servers }: Parts): Promise<void> {
  for (const { link } of servers) link.close();
  await folder.close();
}
