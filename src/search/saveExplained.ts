import { explain } from '../explain/explain.js';
import type { Explanation } from '../explain/explanation.js';
import type { Counterexample } from '../report/counterexample.js';
import { saveCounterexample } from '../report/saveCounterexample.js';
import type { Arena } from './arena.js';
import { budget } from './budget.js';
import type { Failure } from './runner.js';

/** Where a counterexample is written, and how long it may be explained before: minutes. */
export interface SaveSettings {
  readonly out: string;
  readonly explainMinutes: number;
  readonly isInterrupted: () => boolean;
}

/**
 * Explains a counterexample and writes it, and returns the path of its `counterexample.json` and what the console shows. Should the
 * explanation fail, what was found is written all the same. `failure` is a run of its sequence.
 */
export async function saveExplained(
  counterexample: Counterexample,
  failure: Failure,
  { cluster, runners }: Arena,
  { out, explainMinutes, isInterrupted }: SaveSettings,
): Promise<{ readonly file: string; readonly summary: string }> {
  const { conf } = counterexample.cluster;
  const { trace, evidence } = failure;
  const limit = budget(explainMinutes, isInterrupted);
  limit.start();
  let explanation: Explanation | null = null;
  let saved: { readonly file: string; readonly summary: string };
  try {
    const target = { ...counterexample, foundOn: conf.name };
    const how = { cluster, runners, failure, maxTries: conf.tries, budget: limit, what: 'all' } as const;
    explanation = await explain(target, how);
  } finally {
    const findings = { counterexample, explanation, dialect: cluster.dialect, trace, evidence };
    saved = await saveCounterexample(out, findings);
  }
  return saved;
}
