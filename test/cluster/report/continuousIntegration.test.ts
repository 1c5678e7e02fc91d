import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'ci-test-'));
const summary = join(folder, 'step-summary.md');
const junit = join(folder, 'junit.xml');

/** The lines that the property runs print in a job of GitHub Actions. */
let lines: readonly string[];

beforeAll(async () => {
  const { stdout, exitCode } = await execa(
    'npx',
    [
      ...['vitest', 'run', '--project', 'property', '--no-color'],
      ...[
        '--reporter=default',
        '--reporter=github-actions',
        '--reporter=junit',
        `--outputFile.junit=${junit}`,
      ],
    ],
    {
      cwd: root,
      reject: false,
      env: {
        CDCHECK_CLUSTER: 'embedded',
        CDCHECK_FAULTS: 'ddl-twice-exchange',
        CDCHECK_SEED: '5',
        CDCHECK_RUNS: '500',
        CDCHECK_OUT: join(folder, 'out'),
        GITHUB_ACTIONS: 'true',
        GITHUB_STEP_SUMMARY: summary,
      },
    },
  );
  expect(exitCode).toBe(1);
  lines = stdout.trimEnd().split('\n');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const VERDICT = /row 1 of t2 is in t1 downstream: EXCHANGE PARTITION \\?#4 was executed twice/;

describe('a failure of the property runs in GitHub Actions', () => {
  it('can be understood from the last 30 lines', () => {
    const last = lines.slice(-30).join('\n');
    expect(last).toContain('Counterexample on embedded (embedded ddl-twice-exchange), workload smoke:');
    expect(last).toContain("  3  INSERT INTO t1 (id, data) VALUES (1, 'c3.1')");
    expect(last).toContain('wrongTable: 1 row of t2 in t1 downstream (commands concerned: #3, #4)');
    expect(last).toMatch(VERDICT);
    expect(last).toContain(
      `replay it:        npx cdcheck replay ${folder}/out/wrongTable-1/counterexample.json`,
    );
  });

  it('is an annotation at the property', () => {
    const [annotation = '', ...others] = lines.filter((line) => line.startsWith('::error '));
    expect(others).toEqual([]);
    expect(annotation).toMatch(
      /^::error file=\S+\/test\/property\/downstreamEqualsUpstream\.test\.ts,line=\d+,column=\d+::Counterexample on embedded/,
    );
    expect(annotation).toMatch(VERDICT);
  });

  it('is in the summary of the job: the verdict and the shrunk sequence', () => {
    const text = readFileSync(summary, 'utf8');
    expect(text).toMatch(/^# wrongTable\(exchangePartition, insert\) on embedded$/m);
    expect(text).toMatch(VERDICT);
    expect(text).toContain('4  ALTER TABLE t1 EXCHANGE PARTITION p0 WITH TABLE t2\n5  kill -9 capture 0\n');
  });

  it('is in the JUnit file under the name that the property always has', () => {
    const text = readFileSync(junit, 'utf8');
    expect(text).toContain(
      '<testcase classname="test/property/downstreamEqualsUpstream.test.ts" ' +
        'name="downstream = upstream = model under DDL, DML and capture kills"',
    );
    expect(text).toContain('<failure message="Counterexample on embedded');
  });
});
