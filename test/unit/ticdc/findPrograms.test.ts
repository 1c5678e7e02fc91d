import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../../src/cluster/cluster.js';
import { demandPrograms, findPrograms, type Wanted } from '../../../src/cluster/ticdc/findPrograms.js';
import { compareVersions, programs, versionIn } from '../../../src/cluster/ticdc/versions.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  vi.stubEnv('PATH', `${join(folder, 'path')}:/usr/bin:/bin`);
  vi.stubEnv('TIUP_HOME', join(folder, 'tiup'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A program that only tells its version, as the real ones do. */
function fake(where: string, program: string, says = 'Release Version: v8.5.5\nEdition: Community'): void {
  mkdirSync(join(folder, where), { recursive: true });
  const file = join(folder, where, program);
  writeFileSync(file, `#!/bin/sh\ncat <<'END'\n${says}\nEND\n`);
  chmodSync(file, 0o755);
}

const anywhere: Wanted = { binaries: null, version: null, newarch: true };

async function found(wanted: Wanted): Promise<readonly string[]> {
  return (await findPrograms(wanted)).map(
    (each) => each.problem ?? `${each.version} ${each.file.slice(folder.length + 1)}`,
  );
}

describe('the programs of a cluster', () => {
  it('are those of a folder', async () => {
    for (const program of programs) fake('mine', program);
    fake('mine', 'tikv-server', 'TiKV \nRelease Version:   9.0.0-beta.2\nEdition:  Community');
    expect(await found({ ...anywhere, binaries: join(folder, 'mine') })).toEqual([
      '8.5.5 mine/pd-server',
      '9.0.0-beta.2 mine/tikv-server',
      '8.5.5 mine/tidb-server',
      '8.5.5 mine/cdc',
    ]);
  });

  it('are those on the PATH, then the newest of tiup’s components', async () => {
    fake('path', 'cdc');
    for (const [component, program] of [
      ['pd', 'pd-server'],
      ['tikv', 'tikv-server'],
      ['tidb', 'tidb-server'],
      ['cdc', 'cdc'],
    ] as const) {
      for (const version of ['v8.5.5', 'v8.5.10', 'v9.0.0-beta.2', 'v8.1.0']) {
        fake(`tiup/components/${component}/${version}`, program, `Release Version: ${version}`);
      }
    }
    expect(await found(anywhere)).toEqual([
      '9.0.0-beta.2 tiup/components/pd/v9.0.0-beta.2/pd-server',
      '9.0.0-beta.2 tiup/components/tikv/v9.0.0-beta.2/tikv-server',
      '9.0.0-beta.2 tiup/components/tidb/v9.0.0-beta.2/tidb-server',
      '8.5.5 path/cdc',
    ]);
    expect((await found({ ...anywhere, version: 'v8.5.5' }))[3]).toBe('8.5.5 tiup/components/cdc/v8.5.5/cdc');
  });

  it('are missed in one line', async () => {
    expect(await found(anywhere)).toContain(
      `cdc is not to be found on the PATH or under ${folder}/tiup; install it with: tiup install cdc, or set binaries to a folder that holds it`,
    );
    expect(await found({ ...anywhere, version: 'v8.5.5' })).toContain(
      `pd-server is not to be found in version v8.5.5 under ${folder}/tiup; install it with: tiup install pd:v8.5.5, or set binaries to a folder that holds it`,
    );
    expect(await found({ ...anywhere, binaries: '/nowhere' })).toContain(
      'binaries = "/nowhere": there is no tidb-server in it that can be run',
    );
  });

  it('are refused where they are too old, which depends on the engine', async () => {
    for (const program of programs) fake('mine', program, 'Release Version: v7.5.2');
    const mine = { ...anywhere, binaries: join(folder, 'mine') };
    expect(await found({ ...mine, newarch: false })).toEqual(
      programs.map((program) => `7.5.2 mine/${program}`),
    );
    await expect(demandPrograms('mine', mine)).rejects.toThrow(
      new UsageError(
        `cluster mine: ${folder}/mine/cdc is version 7.5.2, but cdcheck needs 8.5.4-release.1 or newer for newarch = true`,
      ),
    );
    fake('mine', 'tidb-server', 'Release Version: v6.5.0');
    await expect(demandPrograms('mine', { ...mine, newarch: false })).rejects.toThrow(
      `cluster mine: ${folder}/mine/tidb-server is version 6.5.0, but cdcheck needs 7.5.0 or newer`,
    );
  });

  it('are refused where they do not tell what they are', async () => {
    for (const program of programs) fake('mine', program);
    fake('mine', 'cdc', 'Compact Disc Changer 1.0');
    await expect(demandPrograms('mine', { ...anywhere, binaries: join(folder, 'mine') })).rejects.toThrow(
      `cluster mine: '${folder}/mine/cdc version' does not tell a version of cdc`,
    );
  });
});

describe('versions', () => {
  it('are read from what programs print', () => {
    expect(versionIn('Release Version: v8.5.5\nGit Commit Hash: 618d1ab')).toBe('8.5.5');
    expect(versionIn('TiKV \nRelease Version:   9.0.0-beta.2')).toBe('9.0.0-beta.2');
    expect(versionIn('Release Version: None')).toBe('unknown');
    expect(versionIn('no version')).toBeNull();
  });

  it('come by their numbers, then ones with a suffix first', () => {
    const sorted = [
      'v8.5.3',
      'v8.5.4-release.1',
      '8.5.4',
      'v8.5.10',
      'v9.0.0-alpha',
      '9.0.0-beta.2',
      'v9.0.0',
    ];
    expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
    expect(compareVersions('v8.5.5', '8.5.5')).toBe(0);
  });
});
