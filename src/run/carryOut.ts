import { apply, expectation } from '../../model/apply.js';
import { ruleOf, type Command } from '../../model/command.js';
import { emptyState } from '../../model/state.js';
import type { Anomaly, Verdict } from '../check/anomaly.js';
import type { Applied } from '../check/provenance.js';
import { signatureOf } from '../check/signature.js';
import type { Cluster, Session } from '../cluster/cluster.js';
import { checkNow } from './checkNow.js';
import { learntIds } from './learn.js';
import { perform, surprise } from './perform.js';
import type { Trace } from './trace.js';

/**
 * Applies the commands one after the other to the session and to the model, and appends what was seen to `trace`.
 * Between commands nothing waits for replication; checks do. Ends with a check, whether the sequence says so or not.
 */
export async function carryOut(
  commands: readonly Command[],
  cluster: Cluster,
  session: Session,
  stuckAfter: number,
  trace: Trace[number][],
): Promise<Verdict> {
  const applied: Applied[] = [];
  let state = emptyState(cluster.captures);
  const failed = (anomalies: readonly Anomaly[], at: number): Verdict => ({
    kind: 'failed',
    anomalies,
    signature: signatureOf(anomalies, commands),
    at,
  });
  for (const [place, command] of endingInCheck(commands).entries()) {
    const number = place + 1;
    if (command.kind === 'check') {
      const anomalies = await checkNow(session, cluster.dialect, state, number, applied, stuckAfter, trace);
      if (anomalies.length > 0) return failed(anomalies, number);
      state = apply(state, command, number);
      continue;
    }
    const expected = expectation(state, command);
    const entry = await perform(session, { number, command }, expected);
    if (entry === null) continue;
    trace.push(entry);
    const { ids, wrong } = learntIds(state, command, entry.outcome);
    const detail = wrong ?? surprise(cluster.dialect, command, expected, entry.outcome);
    if (detail !== null) {
      const table = ruleOf(command.kind).tables(command)[0] ?? null;
      return failed([{ kind: 'upstreamWrong', table, detail, rows: [], commands: [number] }], number);
    }
    if (entry.outcome.kind !== 'ok') continue;
    state = apply(state, command, number, ids);
    applied.push(ids === undefined ? { number, command } : { number, command, ids });
  }
  return { kind: 'passed' };
}

function endingInCheck(commands: readonly Command[]): readonly Command[] {
  return commands.at(-1)?.kind === 'check' ? commands : [...commands, { kind: 'check' }];
}
