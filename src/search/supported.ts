import type { Sequence } from '../../model/sequence.js';
import { UsageError, type Cluster } from '../cluster/cluster.js';

/** Throws UsageError where a saved sequence holds a command that this cluster cannot carry out. */
export function refuseUnsupported({ commands }: Sequence, cluster: Cluster): void {
  const place = commands.findIndex(({ kind }) => !cluster.supports(kind));
  const command = commands[place];
  if (command === undefined) return;
  throw new UsageError(
    `cluster ${cluster.name} cannot carry out command ${place + 1} of the sequence, ${command.kind}: choose another with --cluster`,
  );
}
