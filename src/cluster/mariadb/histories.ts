import type { Executed, ServerHistory } from '../cluster.js';
import type { Takeover } from './capture.js';
import { covers } from './gtid.js';
import type { Parts } from './parts.js';

/** What every server's binlog tells of this database in this run, upstream first. */
export async function historiesOf(
  { servers, replication }: Parts,
  database: string,
): Promise<readonly ServerHistory[]> {
  const owners = (await replication.takeovers?.()) ?? [];
  return Promise.all(
    servers.map(async ({ name, binlog }) => {
      const executed = await binlog.executed(database);
      return {
        server: name,
        executed: name === 'downstream' ? executed.map((each) => broughtBy(owners, each)) : executed,
      };
    }),
  );
}

/** With the capture that brought it: the last one that had gone on from a position before it. */
export function broughtBy(owners: readonly Takeover[], executed: Executed): Executed {
  const owner = owners.findLast(({ from }) => !covers(from, executed.position));
  return owner === undefined ? executed : { ...executed, capture: owner.capture };
}
