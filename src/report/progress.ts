import type { Statistics } from '../search/statistics.js';

/** What a search is doing. */
export type Phase = 'searching' | 'shrinking' | 'explaining';

/** How far a search is. `elapsed` is in ms; `runs` is how many there are to be; `limit` the budget in ms, if there is one. */
export interface Progress {
  readonly phase: Phase;
  readonly statistics: Statistics;
  readonly elapsed: number;
  readonly runs: number;
  readonly limit: number | null;
}

/**
 * Progress in one line: `searching: run 120 of 200, 3,456 commands, 150 kills, 0 failures, 95 runs/min, 0:51 left`. Runs that were
 * inconclusive are made up for, so they count as none of those that there are to be.
 */
export function progressLine({ phase, statistics, elapsed, runs, limit }: Progress): string {
  const { commands, kills, failures, inconclusive } = statistics;
  const perMinute = elapsed > 0 ? (statistics.runs / elapsed) * 60_000 : 0;
  const told = statistics.runs - inconclusive;
  const byRuns = told === 0 ? Infinity : (elapsed / told) * (runs - told);
  const left = Math.min(byRuns, limit === null ? Infinity : limit - elapsed);
  return [
    phase === 'searching' ? `searching: run ${told} of ${runs}` : `${phase}: run ${statistics.runs}`,
    counted(commands, 'command'),
    counted(kills, 'kill'),
    counted(failures, 'failure'),
    ...(inconclusive === 0 ? [] : [`${inconclusive} inconclusive`]),
    `${perMinute.toFixed(perMinute < 10 ? 1 : 0)} runs/min`,
    ...(phase === 'searching' && Number.isFinite(left) ? [`${clock(left)} left`] : []),
  ].join(', ');
}

/** What there was in all, in one line: `11 runs (3 inconclusive), 345 commands, 15 kills`. */
export function totalsLine({ runs, commands, kills, inconclusive }: Statistics): string {
  const of = inconclusive === 0 ? '' : ` (${inconclusive} inconclusive)`;
  return [`${counted(runs, 'run')}${of}`, counted(commands, 'command'), counted(kills, 'kill')].join(', ');
}

/** Minutes and seconds: `61000` is `1:01`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function counted(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}
