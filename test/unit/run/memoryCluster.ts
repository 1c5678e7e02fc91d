import { apply, expectation } from '../../../model/apply.js';
import { snapshotOf, type Snapshot } from '../../../model/snapshot.js';
import { emptyState } from '../../../model/state.js';
import type { Cluster, Outcome, Session, Side, Step, Sync } from '../../../src/cluster/cluster.js';
import { mariadb } from '../../../src/sql/mariadb.js';

/** Where the cluster in memory is to differ from a right one; what is not given is right. */
export interface Lies {
  readonly outcome?: (step: Step, right: Outcome) => Outcome;
  readonly snapshot?: (side: Side, right: Snapshot) => Snapshot;
  readonly sync?: () => Sync;
  readonly alarms?: readonly string[];
  readonly evidence?: () => Promise<never>;
  readonly close?: () => Promise<never>;
}

/** A cluster in memory that is right but for its lies, and notes what is done to it: the harness is tested on it. */
export function memoryCluster(lies: Lies = {}): Cluster & { readonly log: string[] } {
  const log: string[] = [];
  return {
    log,
    name: 'memory',
    dialect: mariadb,
    captures: 2,
    deterministic: true,
    followsSchedule: false,
    versions: {},
    supports: (kind) => mariadb.supports(kind),
    open: (database) => {
      log.push(`open ${/^cdcheck_[0-9a-f]{10}$/.test(database) ? 'own' : database}`);
      return Promise.resolve(memorySession(lies, log));
    },
    close: () => Promise.resolve(),
  };
}

function memorySession(lies: Lies, log: string[]): Session {
  let state = emptyState(2);
  let time = 0;
  const rightOutcome = ({ command }: Step): Outcome => {
    const expected = expectation(state, command);
    const errno = expected.kind === 'error' ? mariadb.errors(command.kind, expected)[0] : undefined;
    if (errno !== undefined) return { kind: 'error', errno, message: 'refused' };
    if (command.kind !== 'insertAuto') return { kind: 'ok' };
    return { kind: 'ok', insertId: state.tables.get(command.table)?.nextId ?? 1 };
  };
  const session: Session = {
    concurrently: async (lanes) => {
      await Promise.all(lanes.map((lane) => lane(session)));
    },
    execute: (step) => {
      log.push(step.command.kind);
      const right = rightOutcome(step);
      if (right.kind === 'ok') state = apply(state, step.command, step.number);
      return Promise.resolve(lies.outcome?.(step, right) ?? right);
    },
    kill: (capture, signal) => Promise.resolve(void log.push(`kill ${capture} ${signal}`)),
    start: (capture) => Promise.resolve(void log.push(`start ${capture}`)),
    wait: (ms) => {
      log.push(`wait ${ms}`);
      time += ms;
      return Promise.resolve();
    },
    now: () => time,
    sync: () => Promise.resolve(lies.sync?.() ?? { kind: 'synced', position: '1' }),
    snapshot: (side) => {
      const right = snapshotOf(state);
      return Promise.resolve(lies.snapshot?.(side, right) ?? right);
    },
    alarms: () => Promise.resolve(lies.alarms ?? []),
    evidence: lies.evidence ?? (() => Promise.resolve([{ name: 'memory.log', text: log.join('\n') }])),
    close: lies.close ?? (() => Promise.resolve(void log.push('close'))),
  };
  return session;
}
