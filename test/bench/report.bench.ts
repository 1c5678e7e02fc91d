import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbered } from '../../model/numbered.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { openEmbedded } from '../../src/cluster/embedded/openEmbedded.js';
import { reportHtml } from '../../src/report/html/reportHtml.js';
import { sequencesFor } from '../../src/search/arena.js';
import { openBrowser } from '../cluster/report/browser.js';
import { failingFindings } from '../cluster/report/explained.js';

const COMMANDS = 200;
/** Of the workload's commands and blocks together, so many hold about as many commands as are wanted. */
const BLOCKS = 14;
const MOST_MS = 1000;
const MOST_BYTES = 2_000_000;
const OPENINGS = 7;

test('the report of a run of 200 commands in lanes opens in under 1 s and is under 2 MB', async () => {
  const faults = ['truncate-then-insert', 'new-partition-unwatched'];
  const cluster = await openEmbedded({ name: 'embedded', faults });
  const workload = loadWorkload('issue-1192');
  const long = { ...workload, length: { min: BLOCKS, max: BLOCKS } };
  const sequences = fc.sample(sequencesFor(long, cluster), { seed: 7, numRuns: 50 });
  // A check would end the run at the first difference, long before its end.
  const unchecked = sequences
    .map(({ commands }) => commands.filter(({ kind }) => kind !== 'check'))
    .filter((commands) => numbered(commands).length >= COMMANDS)
    .sort((a, b) => numbered(a).length - numbered(b).length);
  const folder = mkdtempSync(join(tmpdir(), 'report-bench-'));
  const browser = await openBrowser();
  try {
    const findings = await failingFindings(unchecked, faults);
    const begun = performance.now();
    const text = await reportHtml(findings);
    const made = performance.now() - begun;
    const file = join(folder, 'report.html');
    writeFileSync(file, text);
    const times: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) {
      const page = await browser.newPage();
      const start = performance.now();
      await page.goto(`file://${file}`, { waitUntil: 'load' });
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      times.push(performance.now() - start);
      await page.close();
    }
    const median = [...times].sort((a, b) => a - b)[OPENINGS >> 1] ?? NaN;
    const { size } = statSync(file);
    const commands = numbered(findings.counterexample.sequence.commands).length;
    const result = { commands, bytes: size, msToMake: made, msToOpen: median };
    console.log(result);
    mkdirSync('test-results', { recursive: true });
    writeFileSync('test-results/report-bench.json', `${JSON.stringify(result, null, 2)}\n`);
    expect(commands).toBeGreaterThanOrEqual(COMMANDS);
    expect(size).toBeLessThan(MOST_BYTES);
    expect(median).toBeLessThan(MOST_MS);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
