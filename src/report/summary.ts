import type { Verdict } from '../check/anomaly.js';
import { signatureText } from '../check/signature.js';
import type { Replays } from '../shrink/tries.js';
import type { Dialect } from '../sql/dialect.js';
import { anomalyLines } from './anomalyLines.js';
import type { Counterexample } from './counterexample.js';
import { sequenceLines } from './describe.js';

/** A counterexample for a person with a minute: the sequence, what is wrong, how often, how to see it again. */
export function summaryOf(counterexample: Counterexample, dialect: Dialect, file: string): string {
  const { sequence, anomalies, cluster } = counterexample;
  const versions = Object.entries(cluster.versions).map(([name, version]) => `${name} ${version}`);
  return [
    `Counterexample on ${cluster.conf.name} (${versions.join(', ')}), workload ${counterexample.workload}:`,
    '',
    ...sequenceLines(dialect, sequence).map((line) => `  ${line}`),
    '',
    ...anomalyLines(anomalies, sequence, dialect),
    ...sizeLines(counterexample, file),
    ...replayLines(counterexample, file),
  ].join('\n');
}

/** The first failure in one line, for the time that shrinking takes. */
export function failureLine({ anomalies, signature }: Extract<Verdict, { kind: 'failed' }>): string {
  return `failed: ${signatureText(signature)}: ${anomalies[0]?.detail ?? ''}; shrinking`;
}

/** How small it became and how often it fails. */
function sizeLines(counterexample: Counterexample, file: string): readonly string[] {
  const { sequence, found, reproduction, shrinking } = counterexample;
  const { length } = sequence.commands;
  const commands = `${length} ${length === 1 ? 'command' : 'commands'}`;
  const rate = reproductionText(reproduction);
  if (reproduction.failed === 0 && shrinking.runs === 0) {
    return [`${commands}, not shrunk: it failed once, and then in ${rate}`];
  }
  const size = `${commands}, shrunk from ${found.sequence.commands.length} in ${shrinking.runs} runs; fails ${rate}`;
  if (shrinking.complete) return [size];
  return [size, `shrinking was stopped before its end; go on with: npx cdcheck shrink ${file}`];
}

/** The lines to type to see it again: the shrunk sequence, and the run in which it was found. */
function replayLines({ cluster, workload, found }: Counterexample, file: string): readonly string[] {
  const { conf } = cluster;
  const faults =
    conf.kind === 'embedded' && conf.faults.length > 0 ? [`CDCHECK_FAULTS=${conf.faults.join(',')}`] : [];
  const again = [
    `CDCHECK_CLUSTER=${conf.name}`,
    ...faults,
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
export function reproductionText({ failed, runs }: Replays): string {
  return `${failed} of ${runs} ${runs === 1 ? 'run' : 'runs'}`;
}
