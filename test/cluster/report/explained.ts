import type { Command } from '../../../model/command.js';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { explain } from '../../../src/explain/explain.js';
import type { Findings } from '../../../src/report/findings.js';
import { run, type RunResult } from '../../../src/run/run.js';
import { isFailure, type Stop } from '../../../src/search/runner.js';
import { lostRow } from '../../unit/report/counterexamples.js';

/** All that is known of commands that fail on the embedded cluster with these faults. Throws where they do not. */
export async function explainedOn(commands: readonly Command[], faults: string[]): Promise<Findings> {
  const findings = await findingsOn(commands, faults, () => null);
  if (findings === null) throw new Error('it did not fail');
  return findings;
}

/** The same of the first of these sequences that fails, without trying what becomes of it when it is changed. */
export async function failingFindings(
  sequences: readonly (readonly Command[])[],
  faults: string[],
): Promise<Findings> {
  for (const commands of sequences) {
    const findings = await findingsOn(commands, faults, () => 'budget');
    if (findings !== null) return findings;
  }
  throw new Error('none of them failed');
}

async function findingsOn(
  commands: readonly Command[],
  faults: string[],
  stop: Stop,
): Promise<Findings | null> {
  const cluster = await openEmbedded({ name: 'embedded', faults });
  const sequence = { commands, schedule: 0 };
  const options = { stuckAfter: 120_000, evidence: true };
  const runner = (each: typeof sequence): Promise<RunResult> => run(each, cluster, options);
  const failure = await runner(sequence);
  if (!isFailure(failure)) return null;
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
  const budget = { start: () => undefined, stop, left: () => Infinity };
  const explanation = await explain(
    { ...counterexample, foundOn: 'embedded' },
    { cluster, runners: [runner], failure, maxTries: 1, budget, what: 'all' },
  );
  const { trace, evidence } = failure;
  return { counterexample, explanation, dialect: cluster.dialect, trace, evidence };
}
