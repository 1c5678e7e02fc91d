import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutLines } from './cutLines.js';
import type { Findings } from './findings.js';
import { reportHtml } from './html/reportHtml.js';
import { reproScript } from './repro/reproScript.js';
import { summaryMarkdown } from './summaryMarkdown.js';
import { withoutHome } from './withoutHome.js';

/** What traces and logs may take of a folder, which has less than 5 MB and so can be attached to a report: bytes. */
const TRACE = 1_000_000;
const LOGS = 1_000_000;

/**
 * Writes everything that is known of a counterexample into a folder, over what is there: `counterexample.json`, `summary.md`, `report.html`, `repro.sh`
 * where a script can show it, `trace.jsonl` and the logs of the failing run, as far as they are short enough. No path in it names the
 * user's home folder. Returns the summary as it was written.
 */
export async function writeFolder(
  folder: string,
  findings: Findings,
): Promise<{ readonly markdown: string }> {
  const { counterexample, dialect, trace, evidence } = findings;
  const script = reproScript(counterexample, dialect, trace);
  const traceText = trace.map((entry) => JSON.stringify(entry)).join('\n');
  const files = new Map([
    ['counterexample.json', `${JSON.stringify(counterexample, null, 2)}\n`],
    ...(script === null ? [] : ([['repro.sh', script]] as const)),
    ['trace.jsonl', `${cutLines(traceText, TRACE, (left) => JSON.stringify({ type: 'cut', left }))}\n`],
    ...evidence.map(({ name, text }) => {
      return [name, cutLines(text, LOGS / evidence.length, (left) => `… ${left} lines left out …`)] as const;
    }),
  ]);
  files.set('report.html', await reportHtml(findings));
  const markdown = withoutHome(summaryMarkdown(findings, [...files.keys()]));
  files.set('summary.md', markdown);
  for (const [name, text] of files) await writeFile(join(folder, name), withoutHome(text));
  if (script !== null) await chmod(join(folder, 'repro.sh'), 0o755);
  return { markdown };
}
