import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdcheck, ownTmpdir } from './cli.js';

let folder: string;

beforeEach(() => {
  folder = ownTmpdir();
  mkdirSync(join(folder, 'tmp'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Exit code and lines of standard error; nothing may have been made in the temporary folder. */
async function refusal(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { exitCode, stderr, stdout } = await cdcheck(folder, args, { TMPDIR: join(folder, 'tmp'), ...env });
  expect(stdout).toBe('');
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  return [exitCode, ...stderr.split('\n')];
}

/** A folder with a `node` and, if wanted, a fake `mariadbd` that only tells its version, to be the whole PATH. */
function pathWith(version: string | null): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  if (version !== null) {
    writeFileSync(
      join(bin, 'mariadbd'),
      `#!/bin/sh\necho "mariadbd  Ver ${version}-MariaDB for Linux on x86_64"\n`,
    );
    chmodSync(join(bin, 'mariadbd'), 0o755);
  }
  return bin;
}

describe('bad input gets one clear line, exit code 2, and nothing is started', () => {
  it.each([
    [
      ['run', '--cluster', 'oracle'],
      "cdcheck: unknown cluster 'oracle': there are embedded, external, mariadb, mariadb-replica, ticdc, ticdc-endpoints; or give the path of a .toml file",
    ],
    [
      ['run', '--workload', 'nope'],
      "cdcheck: unknown workload 'nope': there are issue-1192, partition-ddl, smoke, ticdc-failover; or give the path of a .toml file",
    ],
    [
      ['run', '--cluster', 'external'],
      'cdcheck: cluster external: cdcheck creates and drops databases and kills captures there; ' +
        'say destructive = true in its file if it may',
    ],
    [['run', '--path', '3'], 'cdcheck: --path goes with --seed: give the seed that was printed with it'],
    [
      ['replay', 'none.json'],
      "cdcheck: none.json is not a counterexample: ENOENT: no such file or directory, open 'none.json'",
    ],
  ])('%j', async (args, line) => {
    expect(await refusal(args)).toEqual([2, line]);
  });

  it.each([
    [
      ['run', '--runs', '0'],
      "option '-n, --runs <n>' argument '0' is invalid. It must be a whole number above 0; cdcheck run --help lists what there is",
    ],
    [
      ['run', '--seed', '2147483648'],
      "option '-s, --seed <n>' argument '2147483648' is invalid. It must be a whole number of 32 bits; cdcheck run --help lists what there is",
    ],
    [
      ['run', '--clutser', 'x'],
      "unknown option '--clutser' (Did you mean --cluster?); cdcheck run --help lists what there is",
    ],
    [['ruin'], "unknown command 'ruin' (Did you mean run?); cdcheck --help lists what there is"],
    [['replay'], "missing required argument 'file'; cdcheck replay --help lists what there is"],
  ])('%j', async (args, line) => {
    expect(await refusal(args)).toEqual([2, `cdcheck: ${line}`]);
  });

  it('names an unknown key and where it is', async () => {
    writeFileSync(join(folder, 'w.toml'), 'maxRow = 3\n');
    expect(await refusal(['run', '--workload', 'w.toml'])).toEqual([
      2,
      "cdcheck: workload file w.toml: unknown key 'maxRow'",
    ]);
  });

  it.each([
    [
      '{"format":"else"}',
      'c.json is not a counterexample: give a counterexample.json that cdcheck has written',
    ],
    [
      '{"format":"cdcheck counterexample","version":1}',
      'c.json has format version 1, this cdcheck reads version 2: use the cdcheck that wrote it',
    ],
    [
      '{"format":"cdcheck counterexample","version":2}',
      `c.json is damaged at 'sequence': Invalid key: Expected "sequence" but received undefined`,
    ],
  ])('refuses a saved file %s', async (text, line) => {
    writeFileSync(join(folder, 'c.json'), text);
    expect(await refusal(['replay', 'c.json'])).toEqual([2, `cdcheck: ${line}`]);
  });

  it('says that mariadbd is missing, and how to get it', async () => {
    const PATH = pathWith(null);
    const { exitCode, stderr } = await cdcheck(folder, ['run', '--cluster', 'mariadb'], { PATH });
    expect([exitCode, stderr]).toEqual([
      2,
      'cdcheck: cluster mariadb: mariadbd is not on the PATH; ' +
        'install it with: apt-get install -y --no-install-recommends mariadb-server',
    ]);
  });

  it('says that mariadbd is too old', async () => {
    const PATH = pathWith('10.6.3');
    const { exitCode, stderr } = await cdcheck(folder, ['run', '--cluster', 'mariadb'], { PATH });
    expect([exitCode, stderr]).toEqual([
      2,
      `cdcheck: cluster mariadb: ${PATH}/mariadbd is MariaDB 10.6.3, but cdcheck needs 10.8 or newer; ` +
        "put a newer one first on the PATH: Debian 12's mariadb-server, or https://mariadb.org/download",
    ]);
  });
});
