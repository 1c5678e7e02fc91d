import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reap } from '../../../src/process/reap.js';
import { processesOf } from '../cli/cli.js';

const OPEN = pathToFileURL(
  join(import.meta.dirname, '../../../dist/src/cluster/mariadb/openMariadb.js'),
).href;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ending-'));
  vi.stubEnv('TMPDIR', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that has a cluster with an open session; `then` is what it does next. Resolves once it is at `then`. */
async function holder(captures: 'stream' | 'replica', then: string): Promise<ChildProcess> {
  const program = `
    import { openMariadb } from '${OPEN}';
    const cluster = await openMariadb({ name: 'held', captures: '${captures}' });
    await cluster.open('cdcheck_held');
    process.stdout.write('up');
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child;
}

function servers(): number {
  return processesOf(folder).filter((command) => command.includes('mariadbd')).length;
}

describe('a process with a cluster', () => {
  it.each([
    ['an uncaught error', "throw new Error('thrown in mid-run');", 1],
    ['a rejection', "Promise.reject(new Error('nobody listens'));", 1],
    ['process.exit', 'process.exit(7);', 7],
  ])('leaves nothing after %s', async (_, then, code) => {
    const child = await holder('stream', then);
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(code);
    expect(processesOf(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['SIGINT', 'stream'],
    ['SIGHUP', 'stream'],
    ['SIGTERM', 'replica'],
  ] as const)('dies by %s and leaves nothing, captures = %s', async (signal, captures) => {
    const child = await holder(captures, '');
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    expect(processesOf(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.each(['stream', 'replica'] as const)('after SIGKILL, captures = %s', (captures) => {
  it('the next reap removes what is left, and only that', async () => {
    const killed = await holder(captures, '');
    const living = await holder(captures, '');
    const ofOne = servers() / 2;
    expect(ofOne).toBe(captures === 'stream' ? 2 : 4);
    const [livingFolder] = readdirSync(folder).filter((name) => name.includes(`-${living.pid ?? 0}-`));
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(servers()).toBe(2 * ofOne);
    expect(reap()).toHaveLength(1);
    expect(servers()).toBe(ofOne);
    expect(readdirSync(folder)).toEqual([livingFolder]);
    living.kill('SIGKILL');
    await once(living, 'exit');
    expect(reap()).toEqual([livingFolder]);
    expect(processesOf(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
