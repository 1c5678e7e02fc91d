import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendToJobSummary } from '../../../src/report/jobSummary.js';
import { writeFolder } from '../../../src/report/writeFolder.js';
import { findingsOf, lostRow, onReplica } from './counterexamples.js';

const folder = mkdtempSync(join(tmpdir(), 'folder-test-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Names and contents of the files in the folder. */
function files(): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

describe('the folder of a long run with big logs, started under the home folder', () => {
  const home = homedir();
  const line = `2026-12-01 12:00:00 0 [Note] ${home}/data/upstream: ready for connections\n`;
  const wait = { kind: 'wait', ms: 1 } as const;

  beforeAll(async () => {
    const { conf } = onReplica.cluster;
    const outcome = { kind: 'error', errno: 1064, message: 'near '.repeat(2_000) } as const;
    const trace = Array.from({ length: 200 }, (_, start) => {
      return { type: 'command', number: 1, command: wait, start, end: start, outcome } as const;
    });
    const logs = ['upstream.log', 'downstream.log', 'replica0.log', 'replica1.log'];
    await writeFolder(folder, {
      ...findingsOf({
        ...onReplica,
        cluster: { ...onReplica.cluster, conf: { ...conf, name: `${home}/mine.toml` } },
        workload: `${home}/w.toml`,
      }),
      trace,
      evidence: logs.map((name) => ({ name, text: line.repeat(100_000) })),
    });
  });

  it('has everything', () => {
    expect(files().map(([name]) => name)).toEqual([
      'counterexample.json',
      'downstream.log',
      'replica0.log',
      'replica1.log',
      'report.html',
      'repro.sh',
      'summary.md',
      'trace.jsonl',
      'upstream.log',
    ]);
  });

  it('is small enough to be attached, and says what was left out', () => {
    const sizes = files().map(([name]) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(5_000_000);
    const [, log = ''] = files().find(([name]) => name === 'upstream.log') ?? [];
    expect(log).toMatch(/^… \d+ lines left out …$/m);
    const [, trace = ''] = files().find(([name]) => name === 'trace.jsonl') ?? [];
    expect(trace.split('\n').filter((each) => each.includes('"cut"'))).toHaveLength(1);
    for (const each of trace.trim().split('\n')) JSON.parse(each);
  });

  it('names the home folder nowhere', () => {
    for (const [name, text] of files()) expect([name, text.includes(`${home}/`)]).toEqual([name, false]);
    const [, log = ''] = files().find(([name]) => name === 'upstream.log') ?? [];
    expect(log).toContain('~/data/upstream: ready');
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('CDCHECK_CLUSTER=~/mine.toml');
  });
});

it('says of the embedded cluster that there are no servers, and writes no script', async () => {
  const own = mkdtempSync(join(folder, 'embedded-'));
  await writeFolder(own, findingsOf(lostRow));
  expect(readdirSync(own).sort()).toEqual([
    'counterexample.json',
    'report.html',
    'summary.md',
    'trace.jsonl',
  ]);
  expect(readFileSync(join(own, 'summary.md'), 'utf8')).toContain(
    'There are no servers in the embedded cluster, so there is no `repro.sh`: replay it with cdcheck.',
  );
});

it('adds to the summary of a job of GitHub Actions, and to nothing elsewhere', () => {
  const file = join(folder, 'step-summary');
  appendToJobSummary('# one', { GITHUB_STEP_SUMMARY: file });
  appendToJobSummary('# two', { GITHUB_STEP_SUMMARY: file });
  appendToJobSummary('# three', {});
  expect(readFileSync(file, 'utf8')).toBe('# one\n# two\n');
});
