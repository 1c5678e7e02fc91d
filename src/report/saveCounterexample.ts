import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../process/makeFolder.js';
import type { Findings } from './findings.js';
import { appendToJobSummary } from './jobSummary.js';
import { summaryOf } from './summary.js';
import { writeFolder } from './writeFolder.js';

/**
 * Writes a counterexample into a new folder under `parent`, and its summary into that of the job where this is one of GitHub Actions.
 * Returns the path of its `counterexample.json` and what the console shows.
 */
export async function saveCounterexample(
  parent: string,
  findings: Findings,
): Promise<{ readonly file: string; readonly summary: string }> {
  const folder = newFolder(parent, Object.keys(findings.counterexample.signature)[0] ?? 'failure');
  const { markdown } = await writeFolder(folder, findings);
  appendToJobSummary(markdown);
  const file = join(folder, 'counterexample.json');
  return { file, summary: summaryOf(findings, file) };
}

/** A folder that did not exist before: the anomaly's name and the first free number. */
function newFolder(parent: string, anomaly: string): string {
  makeFolder(parent);
  for (let number = 1; ; number++) {
    const folder = join(parent, `${anomaly.replaceAll(' ', '-')}-${number}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
