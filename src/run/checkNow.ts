import { snapshotOf } from '../../model/snapshot.js';
import type { State } from '../../model/state.js';
import type { Anomaly } from '../check/anomaly.js';
import { compare } from '../check/compare.js';
import type { Applied, History } from '../check/provenance.js';
import type { Session, Sync } from '../cluster/cluster.js';
import type { Dialect } from '../sql/dialect.js';
import { control } from './perform.js';
import type { Trace } from './trace.js';

/**
 * Waits until downstream has caught up, reads both sides and compares them with the model; downstream is not read where it
 * has not caught up. Where no capture is alive, the first one is started, and what is paused is resumed. Appends what was seen to `trace` and returns what is wrong.
 */
export async function checkNow(
  session: Session,
  dialect: Dialect,
  state: State,
  number: number,
  applied: readonly Applied[],
  stuckAfter: number,
  trace: Trace[number][],
): Promise<readonly Anomaly[]> {
  const start = session.now();
  if (state.alive.length === 0) await session.start(0);
  if (state.isPaused) await control(session, { kind: 'resumeChangefeed' });
  const sync = await session.sync(stuckAfter);
  const model = snapshotOf(state);
  const [upstream, downstream] = await Promise.all([
    session.snapshot('upstream'),
    sync.kind === 'synced' ? session.snapshot('downstream') : null,
  ]);
  const alarms = await session.alarms();
  trace.push({ type: 'check', number, start, end: session.now(), sync, model, upstream, downstream });
  const history: History = { applied, captures: state.captures };
  const wrong = compare({ model, upstream, downstream }, history);
  return [...alarms.map(alarm), ...syncAnomalies(sync, dialect, trace), ...wrong];
}

/** A line of a log that tells of a crash. */
export function alarm(line: string): Anomaly {
  return whole('logAlarm', line, []);
}

function syncAnomalies(sync: Sync, dialect: Dialect, trace: Trace): readonly Anomaly[] {
  switch (sync.kind) {
    case 'synced':
      return [];
    case 'stuck': {
      const cause = sync.cause === undefined ? '' : `: ${sync.cause}`;
      return [
        whole('stuck', `downstream stays at ${sync.reached}, upstream is at ${sync.target}${cause}`, []),
      ];
    }
    case 'backwards':
      return [whole('checkpointBackwards', `downstream was at ${sync.before} and is at ${sync.now}`, [])];
    case 'failed': {
      const anomaly = whole(
        'failed',
        `${sync.where}: ${sync.message}`,
        commandsIn(sync.message, dialect, trace),
      );
      return [sync.errno === undefined ? anomaly : { ...anomaly, errno: sync.errno }];
    }
  }
}

function whole(
  kind: 'stuck' | 'failed' | 'logAlarm' | 'checkpointBackwards',
  detail: string,
  commands: readonly number[],
): Anomaly {
  return { kind, table: null, detail, rows: [], commands };
}

/** The latest command whose statement a server quotes in its error. */
function commandsIn(message: string, dialect: Dialect, trace: Trace): readonly number[] {
  const quoted = trace.findLast(
    (entry) =>
      entry.type === 'command' &&
      dialect.statements(entry).some((statement) => message.includes(`'${statement}'`)),
  );
  return quoted === undefined ? [] : [quoted.number];
}
