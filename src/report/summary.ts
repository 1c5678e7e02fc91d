import type { Dialect } from '../sql/dialect.js';
import { anomalyLines } from './anomalyLines.js';
import type { Counterexample, Reproduction } from './counterexample.js';
import { sequenceLines } from './describe.js';

/** A counterexample for a person with a minute: the sequence, what is wrong, how often, how to see it again. */
export function summaryOf(counterexample: Counterexample, dialect: Dialect, file: string): string {
  const { sequence, found, anomalies, reproduction, shrinking, cluster } = counterexample;
  const versions = Object.entries(cluster.versions).map(([name, version]) => `${name} ${version}`);
  const shrunk =
    sequence.commands.length === found.sequence.commands.length
      ? `${sequence.commands.length} commands`
      : `${sequence.commands.length} commands, shrunk from ${found.sequence.commands.length} in ${shrinking.runs} runs`;
  return [
    `Counterexample on ${cluster.conf.name} (${versions.join(', ')}), workload ${counterexample.workload}:`,
    '',
    ...sequenceLines(dialect, sequence).map((line) => `  ${line}`),
    '',
    ...anomalyLines(anomalies, sequence, dialect),
    `${shrunk}; fails ${reproductionText(reproduction)}`,
    ...(shrinking.complete ? [] : ['Shrinking was stopped before its end.']),
    ...replayLines(counterexample, file),
  ].join('\n');
}

/** The lines to type to see it again: the shrunk sequence, and the run in which it was found. */
function replayLines({ cluster, workload, found }: Counterexample, file: string): readonly string[] {
  const again = [
    `CDCHECK_CLUSTER=${cluster.conf.name}`,
    `CDCHECK_WORKLOAD=${workload}`,
    `CDCHECK_SEED=${found.seed}`,
    `CDCHECK_PATH=${found.path}`,
  ];
  return [
    `replay it:        npx cdcheck replay ${file}`,
    `find it again:    ${again.join(' ')} npx vitest run --project property`,
  ];
}

/** `3 of 5 runs`. */
export function reproductionText({ failed, runs }: Reproduction): string {
  return `${failed} of ${runs} ${runs === 1 ? 'run' : 'runs'}`;
}
