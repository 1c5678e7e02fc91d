import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import type { Verdict } from '../../src/check/anomaly.js';
import { openEmbedded } from '../../src/cluster/embedded/openEmbedded.js';
import { run } from '../../src/run/run.js';

/** Milliseconds of virtual time without progress that count as stuck. */
export const options = { stuckAfter: 120_000, evidence: false };

/** Runs a sequence on an embedded cluster with these faults. */
export async function verdictOf(sequence: Sequence, faults: readonly string[]): Promise<Verdict> {
  const cluster = await openEmbedded({ name: 'embedded', faults });
  return (await run(sequence, cluster, options)).verdict;
}

/** Runs commands on the plain schedule. */
export function plainly(commands: readonly Command[], faults: readonly string[]): Promise<Verdict> {
  return verdictOf({ commands, schedule: 0 }, faults);
}
