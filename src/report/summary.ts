import { dirname, join } from 'node:path';
import { numbered } from '../../model/numbered.js';
import type { Verdict } from '../check/anomaly.js';
import { hasShellCommands } from '../conf/savedCluster.js';
import { signatureText } from '../check/signature.js';
import { anomalyLines } from './anomalyLines.js';
import type { Counterexample } from './counterexample.js';
import type { Findings } from './findings.js';
import { sequenceLines } from './describe.js';
import { reproductionText } from './reproductionText.js';
import { shellWord } from './shellWord.js';

/** Lines of the sequence and of what is wrong, at the most: with all others, and with what vitest prints below them, 30. */
const SEQUENCE_LINES = 7;
const ANOMALY_LINES = 5;

/**
 * A counterexample for a person with a minute, in 22 lines at the most: the sequence, what is wrong, why, how often, how to see it
 * again. `file` is the path of its `counterexample.json`.
 */
export function summaryOf(
  { counterexample, explanation, dialect }: Pick<Findings, 'counterexample' | 'explanation' | 'dialect'>,
  file: string,
): string {
  const { sequence, anomalies, cluster } = counterexample;
  const versions = Object.entries(cluster.versions).map(([name, version]) => `${name} ${version}`);
  return [
    `Counterexample on ${cluster.conf.name} (${versions.join(', ')}), workload ${counterexample.workload}:`,
    '',
    ...atMost(SEQUENCE_LINES, sequenceLines(dialect, sequence)).map((line) => `  ${line}`),
    '',
    ...atMost(ANOMALY_LINES, anomalyLines(anomalies)),
    ...(explanation === null ? [] : [`verdict: ${explanation.verdict.sentence}`]),
    '',
    ...sizeLines(counterexample, file),
    `the report:       ${join(dirname(file), 'report.html')}; to paste: summary.md beside it`,
    ...replayLines(counterexample, file),
  ].join('\n');
}

function atMost(most: number, lines: readonly string[]): readonly string[] {
  const left = lines.length - most + 1;
  return left <= 1 ? lines : [...lines.slice(0, most - 1), `… and ${left} more lines in summary.md`];
}

/** The first failure in one line, for the time that shrinking takes. */
export function failureLine({ anomalies, signature }: Extract<Verdict, { kind: 'failed' }>): string {
  return `failed: ${signatureText(signature)}: ${anomalies[0]?.detail ?? ''}; shrinking`;
}

/** How small it became and how often it fails. */
function sizeLines(counterexample: Counterexample, file: string): readonly string[] {
  const { sequence, found, reproduction, shrinking } = counterexample;
  const { length } = numbered(sequence.commands);
  const commands = `${length} ${length === 1 ? 'command' : 'commands'}`;
  const rate = reproductionText(reproduction);
  if (reproduction.failed === 0 && shrinking.runs === 0) {
    return [`${commands}, not shrunk: it failed once, and then in ${rate}`];
  }
  const size = `${commands}, shrunk from ${numbered(found.sequence.commands).length} in ${shrinking.runs} runs; fails ${rate}`;
  if (shrinking.complete) return [size];
  return [
    size,
    `shrinking was stopped before its end; go on with: npx cdcheck shrink ${argumentsFor(counterexample, file)}`,
  ];
}

/** The lines to type to see it again: the shrunk sequence, and the run in which it was found, where its seed alone leads there. */
export function replayLines(counterexample: Counterexample, file: string): readonly string[] {
  const { cluster, workload, found } = counterexample;
  const { conf } = cluster;
  const faults =
    conf.kind === 'embedded' && conf.faults.length > 0 ? [`CDCHECK_FAULTS=${conf.faults.join(',')}`] : [];
  const again = [
    `CDCHECK_CLUSTER=${shellWord(conf.name)}`,
    ...faults,
    `CDCHECK_WORKLOAD=${shellWord(workload)}`,
    `CDCHECK_SEED=${found.seed}`,
    `CDCHECK_PATH=${found.path}`,
  ];
  const replay = `replay it:        npx cdcheck replay ${argumentsFor(counterexample, file)}`;
  if (found.path === '') return [replay];
  return [replay, `find it again:    ${again.join(' ')} npx vitest run --project property`];
}

/** What `replay` and `shrink` want to be told: the file, and the cluster where its shell commands are not taken from the file. */
function argumentsFor({ cluster: { conf } }: Counterexample, file: string): string {
  const on = hasShellCommands(conf) ? ` --cluster ${shellWord(conf.name)}` : '';
  return `${shellWord(file)}${on}`;
}
