import { numbered } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import { UsageError, type Cluster } from '../cluster/cluster.js';

/** Throws UsageError where a saved sequence holds a command that this cluster cannot carry out. */
export function refuseUnsupported({ commands }: Sequence, cluster: Cluster): void {
  const found = numbered(commands).find(({ command: { kind } }) => !cluster.supports(kind));
  if (found === undefined) return;
  throw new UsageError(
    `cluster ${cluster.name} cannot carry out command ${found.number} of the sequence, ${found.command.kind}: choose another with --cluster`,
  );
}
