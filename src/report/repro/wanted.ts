import type { Anomaly } from '../../check/anomaly.js';
import type { Trace } from '../../run/trace.js';
import { modelLines } from './modelLines.js';

/**
 * What the script must see for the failure to show: `seen` begins with one of `beginnings`, or is a difference in one of `tables`. `model` are
 * the lines that upstream must hold at the end, where it is upstream that is wrong.
 */
export interface Wanted {
  readonly beginnings: readonly string[];
  readonly tables: readonly string[];
  readonly model: readonly string[] | null;
}

/** What shows this failure; null where no script can tell. */
export function wantedOf(anomalies: readonly Anomaly[], trace: Trace): Wanted | null {
  const wanted = anomalies.map((anomaly) => wantedFor(anomaly, trace)).filter((each) => each !== null);
  if (wanted.length === 0) return null;
  return {
    beginnings: [...new Set(wanted.flatMap(({ beginnings }) => beginnings))],
    tables: [...new Set(wanted.flatMap(({ tables }) => tables))],
    model: wanted.find(({ model }) => model !== null)?.model ?? null,
  };
}

function wantedFor({ kind, errno, table }: Anomaly, trace: Trace): Wanted | null {
  const beginning = (text: string): Wanted => ({ beginnings: [text], tables: [], model: null });
  switch (kind) {
    case 'failed':
      return beginning(errno === undefined ? 'failed' : `failed ${errno} `);
    case 'stuck':
      return beginning('stuck:');
    case 'checkpointBackwards':
      return null;
    case 'logAlarm':
      return beginning('crash:');
    case 'upstreamWrong':
      return upstreamWrong(trace);
    default:
      return { beginnings: [], tables: table === null ? [] : [table], model: null };
  }
}

/** Upstream is wrong in what it holds at a check, or in the outcome of the last command; of what ran at once no script can tell which order it took. */
function upstreamWrong(trace: Trace): Wanted | null {
  const last = trace.at(-1);
  if (last?.type === 'check') {
    return { beginnings: ['upstream '], tables: [], model: modelLines(last.model) };
  }
  if (last?.outcome.kind !== 'error' || last.block !== undefined) return null;
  return { beginnings: [`outcome ${last.number} ${last.outcome.errno}`], tables: [], model: null };
}
