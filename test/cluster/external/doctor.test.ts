import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { examineCluster } from '../../../src/cluster/examineCluster.js';
import { loadCluster } from '../../../src/conf/cluster.js';
import { Native, REPLICATION } from './native.js';

let native: Native;
let folder: string;

beforeAll(async () => {
  native = await Native.up();
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  vi.stubEnv(native.variable, native.password);
  vi.stubEnv('WRONG_PASSWORD', 'wrong');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await native.down();
});

/** What the doctor says of a cluster whose file has these lines in place of the usual ones; times are `N`. */
async function findings(change: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const conf = loadCluster(native.write(folder, 'native.toml', REPLICATION, change));
  const lines: string[] = [];
  for await (const { part, isWell, text } of examineCluster(conf)) {
    lines.push(`${part} ${isWell ? 'ok' : 'NOT OK'}: ${text.replaceAll(/\d+ ms/g, 'N ms')}`);
  }
  return lines;
}

/** The lines of what is not well. */
async function complaints(change: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await findings(change)).filter((line) => line.includes(' NOT OK: '));
}

/** The version that a server tells. */
async function versionOf(server: 0 | 2): Promise<string> {
  const [row] = await native.ask(server, 'SELECT VERSION() AS version');
  return String(row?.['version']);
}

it('uses every part once and says what it did', async () => {
  await native.call('stop-replication');
  const [upstream = 0, , downstream = 0] = native.ports;
  const used = 'dead after N ms; start: alive after N ms; the next row arrives after N ms';
  expect(await findings()).toEqual([
    `upstream ok: 127.0.0.1:${upstream}: ${await versionOf(0)}`,
    `downstream ok: localhost:${downstream}: ${await versionOf(2)}`,
    'capture 0 ok: was not alive; its start command has started it',
    'error ok: prints nothing: no error',
    'reset ok: is carried out after a run that broke the pipeline',
    'marker ok: a row of a new database arrives downstream, N ms after it was begun',
    `capture 0 ok: SIGTERM: ${used}`,
    `capture 0 ok: SIGKILL: ${used}`,
    'close ok: the database is gone on both sides after N ms',
  ]);
});

it('names the databases that a killed cdcheck left, and touches none', async () => {
  await native.ask(0, 'CREATE DATABASE cdcheck_left');
  expect(await findings()).toContain(
    'left over ok: on upstream: cdcheck_left: of another cdcheck, or left by one that was killed; drop them if none is running',
  );
  expect(await native.ask(0, "SHOW DATABASES LIKE 'cdcheck_left'")).toHaveLength(1);
  await native.ask(0, 'DROP DATABASE cdcheck_left');
});

it('says which server cannot be reached, and goes on with what else there is', async () => {
  const lines = await findings({ passwordEnv: 'passwordEnv = "WRONG_PASSWORD"' });
  const [upstream = 0] = native.ports;
  expect(lines[0]).toMatch(
    new RegExp(
      `^upstream NOT OK: upstream 127\\.0\\.0\\.1:${upstream}: Access denied for user 'native'@'127\\.0\\.0\\.1'`,
    ),
  );
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'upstream NOT OK',
    'downstream ok',
    'capture 0 ok',
    'error ok',
    'reset ok',
  ]);
});

it('says which command cannot be carried out', async () => {
  expect(await complaints({ status: 'status = "no-such-program-here"' })).toEqual([
    expect.stringMatching(
      /^capture 0 NOT OK: capture 0: status: the command failed with exit code 127: .*no-such-program-here: not found$/,
    ),
  ]);
  expect(await complaints({ error: 'error = "echo cannot ask >&2; exit 1"' })).toEqual([
    'error NOT OK: error: the command failed with exit code 1: cannot ask',
  ]);
});

it('says that a kill does not kill', async () => {
  expect(await complaints({ kill: 'kill = "true"', commandTimeout: 'commandTimeout = 3' })).toEqual([
    'capture 0 NOT OK: capture 0 is still alive 3 s after its kill command',
  ]);
});

it('says that rows do not arrive, though every part says that it is well', async () => {
  await native.call('stop-replication');
  const change = { status: 'status = "true"', stuckAfter: 'stuckAfter = 1', reset: '' };
  expect(await complaints(change)).toEqual([
    'marker NOT OK: before the run: a row written upstream does not arrive downstream',
  ]);
  await native.call('start-replication');
});
