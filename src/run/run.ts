import { randomInt } from 'node:crypto';
import { numbered } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import type { Verdict } from '../check/anomaly.js';
import { signatureOf } from '../check/signature.js';
import {
  EnvironmentError,
  type Cluster,
  type Evidence,
  type ServerHistory,
  type Session,
} from '../cluster/cluster.js';
import { carryOut } from './carryOut.js';
import { alarm } from './checkNow.js';
import type { Trace } from './trace.js';

/** Where this process's count of databases begins: by chance, so that two processes on one cluster do not meet. */
let lastDatabase = randomInt(2 ** 40);

/** How a run is carried out. */
export interface RunOptions {
  /** How long replication may make no progress before it counts as stuck: ms. */
  readonly stuckAfter: number;
  /** Whether logs, status and histories of a failing run are collected. */
  readonly evidence: boolean;
}

/** What a run left: its verdict, what was seen, and, where it failed and they were asked for, the cluster's logs. */
export interface RunResult {
  readonly verdict: Verdict;
  readonly trace: Trace;
  readonly evidence: readonly Evidence[];
  /** What its servers executed; absent where that was not asked for, or the cluster cannot tell. */
  readonly histories?: readonly ServerHistory[];
}

/**
 * Carries out a sequence on a cluster in a database of its own, alongside the model, and stops at the first command or
 * check at which they part. An environment that fails makes the run inconclusive; throws only on a fault of cdcheck's own.
 */
export async function run(sequence: Sequence, cluster: Cluster, options: RunOptions): Promise<RunResult> {
  const trace: Trace[number][] = [];
  let verdict: Verdict = { kind: 'passed' };
  let evidence: readonly Evidence[] = [];
  let histories: readonly ServerHistory[] | undefined;
  try {
    const session = await cluster.open(databaseName(), sequence.schedule);
    try {
      verdict = await verdictOf(sequence, cluster, session, options.stuckAfter, trace);
      const isWanted = verdict.kind === 'failed' && options.evidence;
      if (isWanted) evidence = await session.evidence().catch(noEvidence);
      if (isWanted) histories = await session.histories?.().catch(noEvidence);
    } finally {
      await closing(session, verdict);
    }
  } catch (error) {
    verdict = inconclusive(error);
  }
  return { verdict, trace, evidence, ...(histories === undefined ? {} : { histories }) };
}

async function verdictOf(
  sequence: Sequence,
  cluster: Cluster,
  session: Session,
  stuckAfter: number,
  trace: Trace[number][],
): Promise<Verdict> {
  try {
    return await carryOut(sequence.commands, cluster, session, stuckAfter, trace);
  } catch (error) {
    return (await crashed(session, sequence, trace)) ?? inconclusive(error);
  }
}

function inconclusive(error: unknown): Verdict {
  return { kind: 'inconclusive', reason: environmental(error).message };
}

/** The error, if it is the environment's; any other one is a fault of cdcheck's own and is thrown on. */
function environmental(error: unknown): EnvironmentError {
  if (!(error instanceof EnvironmentError)) throw error;
  return error;
}

function noEvidence(error: unknown): [] {
  environmental(error);
  return [];
}

/** A session that cannot be closed makes a run inconclusive that had passed; what it has found stays found. */
async function closing(session: Session, verdict: Verdict): Promise<void> {
  try {
    await session.close();
  } catch (error) {
    if (verdict.kind === 'passed') throw error;
    environmental(error);
  }
}

/** A server that crashed makes the environment fail too, but its log tells: then the crash is what was found. */
async function crashed(session: Session, sequence: Sequence, trace: Trace): Promise<Verdict | null> {
  const anomalies = (await session.alarms()).map(alarm);
  if (anomalies.length === 0) return null;
  const last = trace.at(-1)?.number ?? 1;
  const place = numbered(sequence.commands).find(({ number }) => number === last)?.place;
  const at = (place ?? sequence.commands.length) + 1;
  return { kind: 'failed', anomalies, signature: signatureOf(anomalies, sequence.commands), at };
}

function databaseName(): string {
  lastDatabase = (lastDatabase + 1) % 2 ** 40;
  return `cdcheck_${lastDatabase.toString(16).padStart(10, '0')}`;
}
