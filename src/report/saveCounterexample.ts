import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from '../cluster/cluster.js';
import type { Trace } from '../run/trace.js';
import type { Dialect } from '../sql/dialect.js';
import type { Counterexample } from './counterexample.js';
import { summaryOf } from './summary.js';

/**
 * Writes a counterexample's folder under `parent`: `counterexample.json`, `summary.txt` (what the console shows),
 * `trace.jsonl` and the logs of the failing run. Returns the path of its `counterexample.json` and the summary.
 */
export function saveCounterexample(
  parent: string,
  counterexample: Counterexample,
  dialect: Dialect,
  run: { readonly trace: Trace; readonly evidence: readonly Evidence[] },
): { readonly file: string; readonly summary: string } {
  const folder = newFolder(parent, Object.keys(counterexample.signature)[0] ?? 'failure');
  const file = join(folder, 'counterexample.json');
  const summary = summaryOf(counterexample, dialect, file);
  writeFileSync(file, `${JSON.stringify(counterexample, null, 2)}\n`);
  writeFileSync(join(folder, 'summary.txt'), `${summary}\n`);
  writeFileSync(join(folder, 'trace.jsonl'), run.trace.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  for (const { name, text } of run.evidence) writeFileSync(join(folder, name), text);
  return { file, summary };
}

/** A folder that did not exist before: the anomaly's name and the first free number. */
function newFolder(parent: string, anomaly: string): string {
  mkdirSync(parent, { recursive: true });
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
