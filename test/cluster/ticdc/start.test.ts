import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EnvironmentError, UsageError } from '../../../src/cluster/cluster.js';
import { openTicdc, wantedBy } from '../../../src/cluster/ticdc/openTicdc.js';
import { demandPrograms } from '../../../src/cluster/ticdc/findPrograms.js';
import { startParts } from '../../../src/cluster/ticdc/ownParts.js';
import type { Parts } from '../../../src/cluster/ticdc/parts.js';
import type { TicdcConf } from '../../../src/conf/ticdc.js';
import { examineCluster } from '../../../src/cluster/examineCluster.js';
import type { Finding } from '../../../src/cluster/finding.js';
import { reap } from '../../../src/process/reap.js';
import { processesOf } from '../cli/cli.js';
import { confOf, standIns } from './standIns.js';

let folder: string;
let bin: string;
let temporary: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticdc-'));
  bin = standIns(folder);
  temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function started(conf: TicdcConf): Promise<Parts> {
  return startParts(conf, await demandPrograms(conf.name, wantedBy(conf)));
}

/** Every file below a folder, with its text. */
function filesBelow(path: string): readonly (readonly [string, string])[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => [file, readFileSync(file, 'latin1')] as const);
}

function nothingIsLeft(): void {
  expect(processesOf(temporary)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
}

describe('a cluster that is started', () => {
  it('consists of the programs of the folder and a MariaDB, keeps its password out of arguments and files, and is gone at the end', async () => {
    const file = join(folder, 'arguments');
    const parts = await started(confOf(bin, { FAKE_ARGUMENTS: file }));
    expect(parts.versions).toMatchObject({ ticdc: '8.5.5', tidb: '8.5.5', pd: '8.5.5', tikv: '8.5.5' });
    expect(parts.versions['mariadb']).toMatch(/^\d+\.\d+\.\d+$/);
    expect(parts.captures.map(({ isAlive, ended }) => [isAlive, ended])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect(await parts.downstream.link.value('SELECT @@max_connections')).toBe('500');
    await parts.demandIntact();
    const work = join(temporary, readdirSync(temporary)[0] ?? '');
    truncateSync(join(work, 'capture0.log'), 64 * 1024 * 1024 + 1);
    await parts.mark();
    expect(statSync(join(work, 'capture0.log')).size).toBe(0);
    const [password = ''] = parts.secrets;
    expect(parts.sinkUri).toContain(password);
    expect(processesOf(temporary).length).toBeGreaterThan(4);
    expect(processesOf(temporary).filter((command) => command.includes(password))).toEqual([]);
    expect(readFileSync(file, 'utf8')).not.toContain(password);
    expect(filesBelow(folder).filter(([, text]) => text.includes(password))).toEqual([]);
    await parts.close();
    nothingIsLeft();
  });

  it.each([
    ['unistore', ['pd', 'tikv', 'upstream', 'downstream'], ['recoverTable']],
    ['tidb', ['pd', 'tikv', 'upstream', 'downstream-pd', 'downstream-tikv', 'downstream'], []],
  ] as const)('has a downstream %s, of the programs %j', async (downstream, names, unsupported) => {
    const parts = await started(confOf(bin, {}, { downstream }));
    expect(parts.logs.map(({ name }) => name)).toEqual(names);
    expect(parts.unsupported).toEqual(expect.arrayContaining([...unsupported]));
    expect(parts.unsupported.includes('recoverTable')).toBe(unsupported.length > 0);
    await parts.close();
    nothingIsLeft();
  });

  it('gives timestamps to their last digit, and has captures that are killed and started again', async () => {
    const parts = await started(confOf(bin, {}, { downstream: 'unistore' }));
    const tso = await parts.tso();
    expect(tso > 2n ** 53n).toBe(true);
    expect(tso & 0x3ffffn).toBe(1n);
    const [first, second] = parts.captures;
    const before = first?.address;
    await first?.kill('KILL');
    await second?.kill('TERM');
    expect(parts.captures.map(({ isAlive, ended }) => [isAlive, ended])).toEqual([
      [false, null],
      [false, null],
    ]);
    await first?.start();
    expect(first?.isAlive).toBe(true);
    expect(first?.address).toBe(before);
    await parts.close();
    nothingIsLeft();
  });

  it('gives every program the arguments and variables of its kind', async () => {
    const file = join(folder, 'arguments');
    const env = { FAKE_ARGUMENTS: file };
    const extraArgs = { pd: [], tikv: ['--log-level=warn'], tidb: [], cdc: ['--gc-ttl=60'] };
    const parts = await started(confOf(bin, env, { downstream: 'unistore', extraArgs, captures: 1 }));
    await parts.close();
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const of = (program: string): readonly string[] =>
      lines.filter((line) => line.includes(`${program}.mjs`));
    expect(of('tikv-server').every((line) => line.endsWith(' --log-level=warn'))).toBe(true);
    expect(of('cdc')).toEqual([
      expect.stringMatching(/ server --addr=127\.0\.0\.1:\d+ .* --newarch --gc-ttl=60$/),
    ]);
    expect(
      of('tidb-server')
        .map((line) => /--store=\w+/.exec(line)?.[0])
        .sort(),
    ).toEqual(['--store=tikv', '--store=unistore']);
  });
});

describe('a cluster that cannot be started', () => {
  async function refusal(conf: TicdcConf): Promise<unknown> {
    const error = await openTicdc(conf).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    nothingIsLeft();
    return error;
  }

  it('says which program is missing', async () => {
    rmSync(join(bin, 'tikv-server'));
    expect(await refusal(confOf(bin))).toEqual(
      new UsageError(`cluster test: binaries = "${bin}": there is no tikv-server in it that can be run`),
    );
  });

  it('says which program is too old', async () => {
    vi.stubEnv('FAKE_VERSION', 'v6.5.1');
    expect(await refusal(confOf(bin))).toEqual(
      new UsageError(`cluster test: ${bin}/pd-server is version 6.5.1, but cdcheck needs 7.5.0 or newer`),
    );
  });

  it('says that PD does not answer', async () => {
    const error = await refusal(confOf(bin, { FAKE_PD: 'silent' }, { startTimeout: 0.5 }));
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(String(error)).toMatch(
      /^EnvironmentError: pd is not ready 0\.5 s after its start: http:\/\/127\.0\.0\.1:\d+\/pd\/api\/v1\/health: ECONNREFUSED$/,
    );
  });

  it('says how TiKV has died', async () => {
    expect(await refusal(confOf(bin, { FAKE_TIKV: 'dies' }))).toEqual(
      new EnvironmentError(
        'tikv does not start (exit code 1): [2026/12/01 07:31:24.690 +00:00] [FATAL] [server.rs:100] ["error: the disk is on fire"]',
      ),
    );
  });

  it('says that a capture does not know the new architecture', async () => {
    expect(await refusal(confOf(bin, { FAKE_CDC: 'no-newarch' }, { captures: 1 }))).toEqual(
      new EnvironmentError('capture0 does not start (exit code 1): Error: unknown flag: --newarch'),
    );
  });

  it('refuses a filter, which is cdcheck’s own', async () => {
    expect(await refusal(confOf(bin, {}, { changefeed: { filter: { rules: ['*.*'] } } }))).toEqual(
      new UsageError(
        'cluster test: changefeed.filter is set by cdcheck, to the database of each run; leave it out',
      ),
    );
  });
});

it('gives up a port that was taken between choosing and binding for another one', async () => {
  const file = join(folder, 'arguments');
  const conf = confOf(bin, { FAKE_ARGUMENTS: file, FAKE_TIDB_PORT: 'taken' }, { downstream: 'unistore' });
  const parts = await started(conf);
  const taken = readFileSync(`${file}.taken`, 'utf8');
  const ports = [
    ...readFileSync(file, 'utf8').matchAll(/tidb-server\.mjs .*upstream.* -P=(\d+)|-P=(\d+) .*upstream/g),
  ];
  expect(ports.flatMap(([, a, b]) => a ?? b ?? [])).toEqual([taken, expect.not.stringMatching(`^${taken}$`)]);
  expect(await parts.upstream.link.value('SELECT 1')).toBe('1');
  await parts.close();
  nothingIsLeft();
});

it('is examined by the doctor: what is missing, each in one line, and nothing is started then', async () => {
  rmSync(join(bin, 'cdc'));
  vi.stubEnv('FAKE_VERSION', 'v7.1.0');
  const findings: Finding[] = [];
  const conf = { ...confOf(bin), kind: 'ticdc', stuckAfter: 60, tries: 1, workers: 1 } as const;
  for await (const finding of examineCluster(conf)) findings.push(finding);
  expect(findings.map(({ part, isWell, text }) => [part, isWell, text])).toEqual([
    ['pd-server', false, `${bin}/pd-server is version 7.1.0, but cdcheck needs 7.5.0 or newer`],
    ['tikv-server', false, `${bin}/tikv-server is version 7.1.0, but cdcheck needs 7.5.0 or newer`],
    ['tidb-server', false, `${bin}/tidb-server is version 7.1.0, but cdcheck needs 7.5.0 or newer`],
    ['cdc', false, `binaries = "${bin}": there is no cdc in it that can be run`],
    ['downstream', true, expect.stringMatching(/^MariaDB \d/)],
  ]);
  nothingIsLeft();
});

it('leaves nothing after SIGKILL once the next reap has come by', async () => {
  const open = pathToFileURL(join(import.meta.dirname, '../../../dist/src/cluster/ticdc/openTicdc.js')).href;
  const conf = JSON.stringify(confOf(bin, {}, { downstream: 'unistore' }));
  const program = `import { openTicdc } from '${open}'; await openTicdc(${conf}); process.stdout.write('up'); setInterval(() => 1, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(processesOf(temporary).length).toBeGreaterThan(4);
  expect(reap()).toHaveLength(1);
  nothingIsLeft();
});
