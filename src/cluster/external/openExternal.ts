import { reap } from '../../process/reap.js';
import { WorkFolder } from '../../process/workFolder.js';
import { UsageError, type Cluster } from '../cluster.js';
import { isLoopback, refusePasswords, refuseUnsafe } from '../safety.js';
import { End, type ExternalConf } from './ends.js';
import { ExternalCluster } from './externalCluster.js';

/** The two servers of a file that may be used; not connected yet. */
export interface Ends {
  readonly upstream: End;
  readonly downstream: End;
}

/**
 * Connects to servers that others have set up. Throws UsageError, with nothing started, for a file that does not allow it or a
 * server that does not fit; EnvironmentError where one cannot be reached.
 */
export async function openExternal(conf: ExternalConf): Promise<Cluster> {
  const ends = endsOf(conf);
  const { upstream, downstream } = ends;
  try {
    const versions = { upstream: await upstream.identify(), downstream: await downstream.identify() };
    reap();
    return new ExternalCluster(conf, ends, versions, WorkFolder.create());
  } catch (error) {
    upstream.link.close();
    downstream.link.close();
    throw error;
  }
}

/** The two servers of a file. Throws UsageError where the file does not allow them to be used, or a password is not where it says. */
export function endsOf(conf: ExternalConf): Ends {
  const { upstream, downstream } = conf;
  refuseUnsafe(conf.name, conf, [
    { key: 'upstream.host', host: upstream.host },
    { key: 'downstream.host', host: downstream.host },
  ]);
  const isOneHost =
    upstream.host === downstream.host || [upstream, downstream].every(({ host }) => isLoopback(host));
  if (isOneHost && upstream.port === downstream.port) {
    throw new UsageError(
      `cluster ${conf.name}: upstream and downstream are the same server: nothing can be lost in between`,
    );
  }
  if (!conf.supports.includes('createTable')) {
    throw new UsageError(`cluster ${conf.name}: supports lacks createTable: without a table nothing applies`);
  }
  const ends = { upstream: new End('upstream', conf), downstream: new End('downstream', conf) };
  refusePasswords(conf.name, commandsOf(conf), [ends.upstream.password, ends.downstream.password]);
  return ends;
}

/** All shell commands of a file by their places in it. */
function commandsOf({ captures, error, reset }: ExternalConf): Readonly<Record<string, string>> {
  const ofCaptures = captures.flatMap((commands, number) =>
    Object.entries(commands).map(([name, command]) => [`captures.${number}.${name}`, command] as const),
  );
  return Object.fromEntries([
    ...ofCaptures,
    ...(error === undefined ? [] : [['error', error]]),
    ...(reset === undefined ? [] : [['reset', reset]]),
  ]) as Record<string, string>;
}
