import type { Command } from '../../../model/command.js';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { explain } from '../../../src/explain/explain.js';
import type { Findings } from '../../../src/report/findings.js';
import { run, type RunResult } from '../../../src/run/run.js';
import { budget } from '../../../src/search/budget.js';
import { isFailure } from '../../../src/search/runner.js';
import { lostRow } from '../../unit/report/counterexamples.js';

/** All that is known of commands that fail on the embedded cluster with these faults. */
export async function explainedOn(commands: readonly Command[], faults: string[]): Promise<Findings> {
  const cluster = await openEmbedded({ name: 'embedded', faults });
  const sequence = { commands, schedule: 0 };
  const options = { stuckAfter: 120_000, evidence: true };
  const runner = (each: typeof sequence): Promise<RunResult> => run(each, cluster, options);
  const failure = await runner(sequence);
  if (!isFailure(failure)) throw new Error(failure.verdict.kind);
  const { anomalies, signature } = failure.verdict;
  const conf = { kind: 'embedded', name: 'embedded', faults, probability: 1 } as const;
  const limits = { stuckAfter: 120, tries: 1, workers: 1 };
  const counterexample = {
    ...lostRow,
    sequence,
    anomalies,
    signature,
    reproduction: { failed: 1, runs: 1 },
    cluster: { ...lostRow.cluster, conf: { ...conf, ...limits } },
  };
  const how = { cluster, runners: [runner], failure, maxTries: 1, budget: budget(null, () => false) };
  const explanation = await explain({ ...counterexample, foundOn: 'embedded' }, { ...how, what: 'all' });
  const { trace, evidence } = failure;
  return { counterexample, explanation, dialect: cluster.dialect, trace, evidence };
}
