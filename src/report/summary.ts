import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import type { Counterexample, Reproduction } from './counterexample.js';
import { commandText, sequenceLines } from './describe.js';
import { rowLines } from './rows.js';

/** A counterexample for a person with a minute: the sequence, what is wrong, how often, how to see it again. */
export function summaryOf(
  counterexample: Counterexample,
  dialect: Dialect,
  replay: readonly string[],
): string {
  const { sequence, found, anomalies, reproduction, shrinking, cluster } = counterexample;
  const versions = Object.entries(cluster.versions).map(([name, version]) => `${name} ${version}`);
  const shrunk =
    sequence.commands.length === found.sequence.commands.length
      ? `${sequence.commands.length} commands`
      : `${sequence.commands.length} commands, shrunk from ${found.sequence.commands.length} in ${shrinking.runs} runs`;
  return [
    `Counterexample on ${cluster.name} (${versions.join(', ')}), workload ${counterexample.workload}:`,
    '',
    ...sequenceLines(dialect, sequence).map((line) => `  ${line}`),
    '',
    ...anomalies.flatMap((anomaly) => anomalyLines(anomaly, counterexample, dialect)),
    `${shrunk}; fails ${reproductionText(reproduction)}`,
    ...(shrinking.complete ? [] : ['Shrinking was stopped before its end.']),
    ...replay,
  ].join('\n');
}

/** `3 of 5 runs`. */
export function reproductionText({ failed, runs }: Reproduction): string {
  return `${failed} of ${runs} ${runs === 1 ? 'run' : 'runs'}`;
}

function anomalyLines(anomaly: Anomaly, { sequence }: Counterexample, dialect: Dialect): readonly string[] {
  const concerned = anomaly.commands.flatMap((number) => {
    const command = sequence.commands[number - 1];
    if (command === undefined) return [];
    const text = commandText(dialect, number, command);
    return [`    #${number} ${text.length > 100 ? `${text.slice(0, 97)}…` : text}`];
  });
  const errno = anomaly.errno === undefined ? '' : ` ${anomaly.errno}`;
  return [
    `${anomaly.kind}${errno}: ${anomaly.detail}`,
    ...rowLines(anomaly).map((line) => `    ${line}`),
    ...(concerned.length === 0 ? [] : ['  written, moved or removed by', ...concerned]),
    '',
  ];
}
