import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EnvironmentError, UsageError } from '../../../src/cluster/cluster.js';
import { openCluster } from '../../../src/cluster/openCluster.js';
import { loadCluster } from '../../../src/conf/cluster.js';

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../../conf/clusters/external.toml'), 'utf8');

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refusals-'));
  file = join(folder, 'mine.toml');
  mkdirSync(join(folder, 'tmp'));
  writeFileSync(join(folder, 'password'), 's3cret\n');
  vi.stubEnv('TMPDIR', join(folder, 'tmp'));
  vi.stubEnv('UPSTREAM_PASSWORD', 'pa55word');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** The error of opening the shipped example with its blanks filled in and these replacements; nothing may have been started. */
async function refusal(...replacements: readonly (readonly [string, string])[]): Promise<unknown> {
  const filledIn = [
    ['destructive = false', 'destructive = true'],
    ['/run/secrets/downstream', join(folder, 'password')],
  ] as const;
  let text = EXAMPLE;
  for (const [from, to] of [...filledIn, ...replacements]) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
  try {
    await openCluster(loadCluster(file));
  } catch (error) {
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
    return error;
  }
  return 'opened';
}

it.each([
  [
    'destructive = true',
    '',
    'cluster FILE: cdcheck creates and drops databases and kills captures there; say destructive = true in its file if it may',
  ],
  [
    'host = "127.0.0.1"\nport = 3307',
    'host = "db7.example.org"\nport = 3307',
    'cluster FILE: downstream.host db7.example.org is neither loopback nor in allowedHosts; add it there if cdcheck may destroy data on it',
  ],
  [
    'host = "127.0.0.1"\nport = 3307',
    'host = "localhost"\nport = 3306',
    'cluster FILE: upstream and downstream are the same server: nothing can be lost in between',
  ],
  [
    'UPSTREAM_PASSWORD',
    'OTHER_PASSWORD',
    'cluster FILE: upstream: passwordEnv names OTHER_PASSWORD, which is not set; export it first',
  ],
  ['passwordFile', 'password', "cluster file FILE: unknown key 'downstream.password'"],
  [
    'docker start capture0',
    'docker start -e PASSWORD=s3cret capture0',
    'cluster FILE: the command captures.0.start holds a password, which a list of processes shows; put the command into a script that reads it',
  ],
  ['kill = "docker kill', 'kil = "docker kill', "cluster file FILE: unknown key 'captures.0.kil'"],
  ['"createTable", ', '', 'cluster FILE: supports lacks createTable: without a table nothing applies'],
])('%s → %s gets one clear line, and nothing is started', async (from, to, line) => {
  expect(await refusal([from, to])).toEqual(new UsageError(line.replace('FILE', file)));
});

it('wants no more than a host on the list', async () => {
  const allowed = ['allowedHosts = []', 'allowedHosts = ["db7.example.org"]'] as const;
  const host = ['host = "127.0.0.1"\nport = 3307', 'host = "db7.example.org"\nport = 3307'] as const;
  const nobody = ['port = 3306', 'port = 1'] as const;
  expect(await refusal(allowed, host, nobody)).toEqual(
    new EnvironmentError('upstream 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1'),
  );
});
