import { numbered } from '../../model/numbered.js';
import type { Anomaly } from '../check/anomaly.js';
import { signatureText } from '../check/signature.js';
import { readVersion } from '../conf/packageFolder.js';
import { anomalyTitle } from './anomalyLines.js';
import { byHand } from './byHand.js';
import { sequenceLines } from './describe.js';
import { explainedLines, momentLines, storyTitle } from './explained.js';
import type { Findings } from './findings.js';
import { escaped, markdownBlock, markdownTable } from './markdown.js';
import { reproductionText } from './reproductionText.js';
import { rowCells, ROW_HEAD, shownRows } from './rows.js';
import { replayLines } from './summary.js';

/** A bug report to paste. `files` are the names of what lies beside it. */
export function summaryMarkdown(findings: Findings, files: readonly string[]): string {
  const { counterexample, dialect } = findings;
  const { cluster, signature, sequence, found, shrinking, reproduction } = counterexample;
  const versions = { cdcheck: readVersion(), node: process.versions.node, ...cluster.versions };
  return [
    `# ${escaped(signatureText(signature))} on ${escaped(cluster.conf.name)}`,
    '',
    ...verdict(findings),
    `- Fails ${reproductionText(reproduction)}.`,
    `- ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .map(escaped)
      .join(', ')}.`,
    `- Workload ${escaped(counterexample.workload)}; shrunk from ${numbered(found.sequence.commands).length} commands in ${shrinking.runs} runs` +
      `${shrinking.complete ? '' : ', which was stopped before its end'}.`,
    '',
    '## Minimal sequence',
    '',
    ...markdownBlock(sequenceLines(dialect, sequence)),
    '',
    '## Expected and actual',
    '',
    'Expected: once replication has caught up, downstream holds what upstream holds, and upstream holds what its statements make of it.',
    '',
    ...counterexample.anomalies.flatMap(actual),
    ...explanationSection(findings),
    '## See it again',
    '',
    ...(files.includes('repro.sh')
      ? ["By the servers' own programs, without cdcheck: `bash repro.sh`", '']
      : []),
    'By cdcheck:',
    '',
    ...markdownBlock(replayLines(counterexample, 'counterexample.json')),
    '',
    'By hand:',
    '',
    ...byHand(cluster.conf).map((step, place) => `${place + 1}. ${step}`),
    '',
    `Beside this file: ${files.map((file) => `\`${file}\``).join(', ')}.`,
    '',
  ].join('\n');
}

function verdict({ explanation }: Findings): readonly string[] {
  return explanation === null ? [] : [`**Verdict**: ${escaped(explanation.verdict.sentence)}`, ''];
}

function actual(anomaly: Anomaly): readonly string[] {
  const { rows, more } = shownRows(anomaly);
  return [
    `Actual: ${escaped(anomalyTitle(anomaly))}`,
    '',
    ...(rows.length === 0 ? [] : [...markdownTable(ROW_HEAD, rows.map(rowCells)), '']),
    ...(more === 0 ? [] : [`… and ${more} more rows`, '']),
  ];
}

function explanationSection({ explanation, counterexample, dialect }: Findings): readonly string[] {
  if (explanation === null) return [];
  const lines = explainedLines(explanation, counterexample.sequence, dialect);
  return [
    '## What it takes to fail',
    '',
    ...markdownTable(
      ['changed', 'fails', 'seen'],
      lines.map(({ what, fails, seen }) => [what, fails, seen]),
    ),
    '',
    ...(explanation.ended === 'complete' ? [] : [`Not all was tried: ${explanation.ended}.`, '']),
    ...explanation.rows.flatMap((story) => [
      `- ${escaped(storyTitle(story))}`,
      ...momentLines(story.upstream).map((line) => `  - upstream: ${escaped(line)}`),
      ...momentLines(story.downstream).map((line) => `  - downstream: ${escaped(line)}`),
    ]),
    ...(explanation.rows.length === 0 ? [] : ['']),
  ];
}
