import { readdirSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdcheck, hasRunDatabase, ownTmpdir, processesOf, until } from './cli.js';

let folder: string;

beforeEach(() => {
  folder = ownTmpdir();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a long search and sends it a signal in the middle of a run; resolves with its exit code once it has ended. */
async function endedBy(cluster: string, ...signals: readonly NodeJS.Signals[]): Promise<number | undefined> {
  const cli = cdcheck(folder, ['run', '--cluster', cluster, '--workload', 'issue-1192', '--runs', '100000']);
  await until('a run to begin', () => hasRunDatabase(folder));
  expect(processesOf(folder).some((command) => command.includes('mariadbd'))).toBe(true);
  for (const signal of signals) cli.kill(signal);
  return (await cli).exitCode;
}

/** Work folders below the temporary folder. */
function workFolders(): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith('cdcheck-') && name !== 'cdcheck-failures');
}

describe.each(['mariadb', 'mariadb-replica'])('a search on %s', (cluster) => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends its run and leaves nothing on %s', async (signal) => {
    await endedBy(cluster, signal);
    expect(processesOf(folder)).toEqual([]);
    expect(workFolders()).toEqual([]);
  });

  it('leaves nothing where a second Ctrl-C ends it at once', async () => {
    expect(await endedBy(cluster, 'SIGINT', 'SIGINT')).toBe(130);
    expect(processesOf(folder)).toEqual([]);
    expect(workFolders()).toEqual([]);
  });

  it('leaves nothing after SIGKILL once the next cdcheck has started', async () => {
    await endedBy(cluster, 'SIGKILL');
    expect(workFolders()).toHaveLength(1);
    const { stdout, exitCode } = await cdcheck(folder, ['doctor']);
    expect(stdout).toMatch(/^reaped {6}cdcheck-/m);
    expect(exitCode).toBe(0);
    expect(processesOf(folder)).toEqual([]);
    expect(workFolders()).toEqual([]);
  });
});
