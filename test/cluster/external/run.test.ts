import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cdcheck, ownTmpdir } from '../cli/cli.js';
import { loadCounterexample } from '../../../src/report/loadCounterexample.js';
import { Native, REPLICATION, SERVER, type Commands } from './native.js';
import { ArgumentLists, filesWith } from './secrets.js';

const WORKLOAD = join(import.meta.dirname, 'workload.toml');

let native: Native;
let folder: string;

beforeAll(async () => {
  native = await Native.up();
  folder = ownTmpdir();
  mkdirSync(join(folder, 'tmp'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await native.down();
});

/** What a search on such a pipeline printed and its exit code; the password was in no argument list meanwhile. */
async function searched(
  commands: Commands,
  args: readonly string[],
): Promise<{ readonly exitCode: number | undefined; readonly stdout: string }> {
  const file = native.write(folder, 'native.toml', commands);
  const lists = new ArgumentLists();
  const env = { [native.variable]: native.password, TMPDIR: join(folder, 'tmp') };
  const { exitCode, stdout, stderr } = await lists.during(
    cdcheck(folder, ['run', '--cluster', file, '--out', 'out', ...args], env),
  );
  expect(`${stdout}${stderr}`).not.toContain(native.password);
  expect(lists.with(`run --cluster ${file}`)).not.toEqual([]);
  expect(lists.with(native.password)).toEqual([]);
  expect(filesWith(folder, native.password)).toEqual([]);
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  return { exitCode, stdout };
}

it('raises no alarm in 50 runs on a pipeline whose kills are harmless', async () => {
  const { exitCode, stdout } = await searched(REPLICATION, [
    '--workload',
    'smoke',
    '--runs',
    '50',
    '--seed',
    '7',
  ]);
  expect(stdout).toMatch(/^no counterexample\n50 runs, \d{3} commands, \d\d kills in /);
  expect(exitCode).toBe(0);
});

it('finds that native replication stops when its intermediate server is killed in the middle of DDL', async () => {
  const { exitCode, stdout } = await searched(SERVER, [
    ...['--workload', WORKLOAD, '--runs', '500', '--seed', '1', '--shrink-minutes', '0.2'],
  ]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^failed \d{4}: pipeline: /m);
  const [, file = ''] = /replay (\S+\/counterexample\.json) --cluster/.exec(stdout) ?? [];
  const saved = loadCounterexample(join(folder, file));
  expect(saved.anomalies).toEqual([expect.objectContaining({ kind: 'failed', table: null })]);
  expect(saved.sequence.commands.map(({ kind }) => kind)).toContain('killCapture');
  expect(saved.cluster.conf).toMatchObject({ kind: 'external', upstream: { passwordEnv: native.variable } });
  const logs = dirname(join(folder, file));
  expect(readdirSync(logs, { recursive: true }).map(String)).toEqual(
    expect.arrayContaining([expect.stringContaining('commands.log')]),
  );
  const refused = await cdcheck(folder, ['replay', file]);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    `cdcheck: ${file} was found on cluster ${join(folder, 'native.toml')}; the shell commands in a saved file are not ` +
      "carried out: say --cluster and the cluster's own .toml file",
  ]);
});
