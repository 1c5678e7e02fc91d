import { expect } from 'vitest';
import type { Server } from '../../../src/cluster/mariadb/server.js';

/** How long replicas may take to catch up: seconds. */
const PATIENCE = 60;

/**
 * Waits until each living replica has executed, and noted, all that upstream has. MariaDB's replicas may execute a statement twice when
 * they are killed within it (1050, 1950): cdcheck finds that, and a test of something else keeps out of its way.
 */
export async function atRest([upstream, ...replicas]: readonly Server[]): Promise<void> {
  const target = await upstream?.link.value('SELECT @@gtid_binlog_pos');
  for (const { link, isAlive } of replicas) {
    if (isAlive) expect(await link.value(`SELECT MASTER_GTID_WAIT('${target}', ${PATIENCE})`)).toBe('0');
  }
}
