import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCounterexample } from '../../../src/report/loadCounterexample.js';
import { saveCounterexample } from '../../../src/report/saveCounterexample.js';
import { summaryOf } from '../../../src/report/summary.js';
import { findingsOf, lostRow } from './counterexamples.js';

const folder = mkdtempSync(join(tmpdir(), 'counterexample-test-'));

beforeEach(() => {
  vi.stubEnv('GITHUB_STEP_SUMMARY', ''); // these are no findings of the job that runs the tests
});

afterEach(() => {
  vi.unstubAllEnvs();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('reads back exactly what was saved, from a new folder each time', async () => {
  const first = await saveCounterexample(folder, findingsOf(lostRow));
  const second = await saveCounterexample(folder, findingsOf(lostRow));
  expect(first.file).toBe(join(folder, 'lostRows-1', 'counterexample.json'));
  expect(second.file).toBe(join(folder, 'lostRows-2', 'counterexample.json'));
  expect(loadCounterexample(second.file)).toEqual(lostRow);
  expect(second.summary).toBe(summaryOf(findingsOf(lostRow), second.file));
});

it('keeps no home folder, and reads it back as that of who reads', async () => {
  vi.stubEnv('HOME', '/home/ann');
  const saved = { ...lostRow, workload: '/home/ann/mine.toml' };
  const { file } = await saveCounterexample(folder, findingsOf(saved));
  expect(readFileSync(file, 'utf8')).toContain('"workload": "~/mine.toml"');
  vi.stubEnv('HOME', '/home/bob');
  expect(loadCounterexample(file).workload).toBe('/home/bob/mine.toml');
});

it.each([
  [
    { kind: 'insert', table: 't1; DROP DATABASE mysql', ids: [1] },
    `is damaged at 'sequence.commands.0.table': Invalid format`,
  ],
  [{ kind: 'insert', table: 't1', ids: [] }, `is damaged at 'sequence.commands.0.ids': Invalid length`],
  [{ kind: 'insert', table: 't1', ids: [0] }, `is damaged at 'sequence.commands.0.ids.0': Invalid value`],
  [{ kind: 'insert', table: 't1', ids: [3e9] }, `is damaged at 'sequence.commands.0.ids.0': Invalid value`],
  [{ kind: 'flyToTheMoon' }, `is damaged at 'sequence.commands.0.kind': Invalid type`],
  [{ kind: 'wait', ms: 1, more: true }, `is damaged at 'sequence.commands.0.more': Invalid key`],
])('refuses a sequence that holds %j', (command, line) => {
  const file = join(folder, 'damaged.json');
  writeFileSync(file, JSON.stringify({ ...lostRow, sequence: { commands: [command], schedule: 0 } }));
  expect(() => loadCounterexample(file)).toThrow(line);
});
