import { apply, expectation } from '../../model/apply.js';
import { isCertain } from '../../model/certain.js';
import { ruleOf, type Command } from '../../model/command.js';
import { countOf } from '../../model/numbered.js';
import { emptyState, type State } from '../../model/state.js';
import type { Anomaly, Verdict } from '../check/anomaly.js';
import type { Applied } from '../check/provenance.js';
import { signatureOf } from '../check/signature.js';
import { EnvironmentError, type Cluster, type Session } from '../cluster/cluster.js';
import { checkNow } from './checkNow.js';
import { learntIds } from './learn.js';
import { perform, surprise, type SingleStep } from './perform.js';
import { runLanes } from './runLanes.js';
import type { Trace } from './trace.js';

/** What a run has come to after some of its commands, or what is wrong. */
export type Progress =
  | { readonly state: State; readonly applied: readonly Applied[] }
  | { readonly anomalies: readonly Anomaly[] };

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
  let number = 1;
  for (const [place, command] of endingInCheck(commands).entries()) {
    let progress: Progress;
    switch (command.kind) {
      case 'check': {
        const anomalies = await checkNow(session, cluster.dialect, state, number, applied, stuckAfter, trace);
        progress =
          anomalies.length > 0 ? { anomalies } : { state: apply(state, command, number), applied: [] };
        break;
      }
      case 'concurrently':
        progress = await runLanes(session, cluster.dialect, state, { command, number, place }, trace);
        break;
      default:
        progress = await runSingle(session, cluster, state, { number, command }, trace);
    }
    if ('anomalies' in progress) {
      const { anomalies } = progress;
      return { kind: 'failed', anomalies, signature: signatureOf(anomalies, commands), at: place + 1 };
    }
    state = progress.state;
    applied.push(...progress.applied);
    number += countOf(command);
  }
  return { kind: 'passed' };
}

async function runSingle(
  session: Session,
  { dialect }: Cluster,
  state: State,
  step: SingleStep,
  trace: Trace[number][],
): Promise<Progress> {
  const { number, command } = step;
  if (!isCertain(state, command)) return { state, applied: [] };
  const expected = expectation(state, command);
  const entry = await perform(session, step, () => expected.kind !== 'error');
  if (entry === null) return { state, applied: [] };
  const { outcome } = entry;
  // Nothing tells what happened, and with nothing else going on it is the environment that failed.
  if (outcome.kind === 'unknown') throw new EnvironmentError(`upstream: ${outcome.message}`);
  // A server that was busy has carried nothing out, and here nothing of ours keeps it busy.
  if (outcome.kind === 'error' && dialect.isTransient(outcome.errno)) {
    throw new EnvironmentError(`upstream: ${command.kind}: ${outcome.errno} ${outcome.message}`);
  }
  trace.push(entry);
  const { ids, wrong } = learntIds(state, command, outcome);
  const detail = wrong ?? surprise(dialect, command, expected, outcome);
  if (detail !== null) {
    const table = ruleOf(command.kind).tables(command)[0] ?? null;
    return { anomalies: [{ kind: 'upstreamWrong', table, detail, rows: [], commands: [number] }] };
  }
  if (outcome.kind !== 'ok') return { state, applied: [] };
  return {
    state: apply(state, command, number, ids),
    applied: [ids === undefined ? { number, command } : { number, command, ids }],
  };
}

function endingInCheck(commands: readonly Command[]): readonly Command[] {
  return commands.at(-1)?.kind === 'check' ? commands : [...commands, { kind: 'check' }];
}
