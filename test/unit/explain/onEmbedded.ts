import type { Command } from '../../../model/command.js';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { explain, type Explained, type Explaining } from '../../../src/explain/explain.js';
import type { Explanation } from '../../../src/explain/explanation.js';
import { run } from '../../../src/run/run.js';
import { budget } from '../../../src/search/budget.js';
import { isFailure, type Failure, type Runner } from '../../../src/search/runner.js';

/** Commands that fail on the embedded cluster with these faults, and all that it takes to explain them there. */
export async function failingOn(
  commands: readonly Command[],
  faults: readonly string[],
): Promise<{ readonly target: Explained; readonly how: Explaining; readonly failure: Failure }> {
  const cluster = await openEmbedded({ name: 'embedded', faults });
  const runner: Runner = (sequence) => run(sequence, cluster, { stuckAfter: 120_000, evidence: true });
  const sequence = { commands, schedule: 0 };
  const failure = await runner(sequence);
  if (!isFailure(failure)) throw new Error(`it did not fail: ${failure.verdict.kind}`);
  const { signature, anomalies } = failure.verdict;
  return {
    failure,
    target: { sequence, signature, anomalies, reproduction: { failed: 1, runs: 1 }, foundOn: 'embedded' },
    how: {
      cluster,
      runners: [runner],
      failure,
      maxTries: 1,
      budget: budget(null, () => false),
      what: 'all',
    },
  };
}

/** The explanation of commands that fail on the embedded cluster with these faults. */
export async function explainedOn(
  commands: readonly Command[],
  faults: readonly string[],
): Promise<Explanation> {
  const { target, how } = await failingOn(commands, faults);
  return explain(target, how);
}
