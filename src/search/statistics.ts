import type { RunResult } from '../run/run.js';

/** What a search has done so far, for progress and for the closing line. */
export interface Statistics {
  readonly runs: number;
  readonly commands: number;
  readonly kills: number;
  readonly failures: number;
  readonly inconclusive: number;
}

/** Before the first run. */
export const noStatistics: Statistics = { runs: 0, commands: 0, kills: 0, failures: 0, inconclusive: 0 };

/** With one more run counted: the commands that it came to, and those of them that killed a capture. */
export function counting(statistics: Statistics, { verdict, trace }: RunResult): Statistics {
  const done = trace.filter((entry) => entry.type === 'command');
  return {
    runs: statistics.runs + 1,
    commands: statistics.commands + done.length,
    kills: statistics.kills + done.filter(({ command }) => command.kind === 'killCapture').length,
    failures: statistics.failures + (verdict.kind === 'failed' ? 1 : 0),
    inconclusive: statistics.inconclusive + (verdict.kind === 'inconclusive' ? 1 : 0),
  };
}
