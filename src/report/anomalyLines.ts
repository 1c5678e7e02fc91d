import type { Anomaly } from '../check/anomaly.js';
import { rowLines } from './rows.js';

/** Anomalies for a person: what is wrong, the commands that wrote, moved or removed the rows, and the rows side by side. */
export function anomalyLines(anomalies: readonly Anomaly[]): readonly string[] {
  return anomalies.flatMap((anomaly) => [
    anomalyTitle(anomaly),
    ...rowLines(anomaly).map((line) => `    ${line}`),
  ]);
}

/** One anomaly in one line: `lostRows: 1 row of t1 lost downstream (commands concerned: #3, #4)`. */
export function anomalyTitle({ kind, errno, detail, commands }: Anomaly): string {
  const number = errno === undefined ? '' : ` ${errno}`;
  const concerned = commands.map((each) => `#${each}`).join(', ');
  return `${kind}${number}: ${detail}${concerned === '' ? '' : ` (commands concerned: ${concerned})`}`;
}
