import type { Sequence } from '../../model/sequence.js';
import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import { commandText } from './describe.js';
import { rowLines } from './rows.js';

/** Longer statements are cut where they only say which command is concerned. */
const LONGEST = 100;

/** Anomalies for a person: what is wrong, the rows side by side, and the commands that wrote, moved or removed them. */
export function anomalyLines(
  anomalies: readonly Anomaly[],
  sequence: Sequence,
  dialect: Dialect,
): readonly string[] {
  return anomalies.flatMap((anomaly) => {
    const concerned = anomaly.commands.flatMap((number) => {
      const command = sequence.commands[number - 1];
      return command === undefined ? [] : [`    #${number} ${cut(commandText(dialect, number, command))}`];
    });
    const errno = anomaly.errno === undefined ? '' : ` ${anomaly.errno}`;
    return [
      `${anomaly.kind}${errno}: ${anomaly.detail}`,
      ...rowLines(anomaly).map((line) => `    ${line}`),
      ...(concerned.length === 0 ? [] : ['  commands concerned:', ...concerned]),
      '',
    ];
  });
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
