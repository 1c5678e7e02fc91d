import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../../src/cluster/cluster.js';
import { examineCluster } from '../../../src/cluster/examineCluster.js';
import { openCluster } from '../../../src/cluster/openCluster.js';
import { loadCluster } from '../../../src/conf/cluster.js';
import { loadWorkload } from '../../../src/conf/workload.js';

const folder = mkdtempSync(join(tmpdir(), 'ticdc-conf-'));
const file = join(folder, 'mine.toml');

afterEach(() => {
  vi.unstubAllEnvs();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The shipped file of endpoints with pieces of text replaced, at a path of its own. */
function endpointsWith(...replacements: readonly (readonly [from: string, to: string])[]): string {
  let text = readFileSync('conf/clusters/ticdc-endpoints.toml', 'utf8');
  for (const [from, to] of replacements) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
  return file;
}

const allowed = ['destructive = false', 'destructive = true'] as const;

describe('the shipped files', () => {
  it('are read', () => {
    expect(loadCluster('ticdc')).toMatchObject({
      kind: 'ticdc',
      binaries: 'auto',
      newarch: true,
      captures: 2,
      downstream: 'mariadb',
      changefeed: {},
      extraArgs: { pd: [], tikv: [], tidb: [], cdc: [] },
      env: { pd: {}, tikv: {}, tidb: {}, cdc: {} },
    });
    expect(loadCluster('ticdc-endpoints')).toMatchObject({
      kind: 'ticdc-endpoints',
      destructive: false,
      allowedHosts: [],
      captures: [
        { address: '127.0.0.1:8300', kill: 'docker kill ticdc0' },
        { address: '127.0.0.1:8301', start: 'docker start ticdc1' },
      ],
    });
    expect(loadWorkload('ticdc-failover').length).toEqual({ min: 8, max: 15 });
  });

  it('take options of a changefeed as they are', () => {
    const text = readFileSync('conf/clusters/ticdc.toml', 'utf8').replaceAll(
      /^# (?=enable|sync|scheduler)/gm,
      '',
    );
    writeFileSync(file, text);
    expect(loadCluster(file)).toMatchObject({
      changefeed: {
        enable_sync_point: true,
        sync_point_interval: '30s',
        scheduler: { enable_table_across_nodes: true },
      },
    });
  });

  it.each([
    [
      'downstream = "mariadb"',
      'downstream = "oracle"',
      `'downstream' is "oracle", it must be ("mariadb" | "unistore" | "tidb")`,
    ],
    ['captures = 2', 'captures = 0', `'captures' is 0, it must be >=1`],
    ['[env.cdc]', '[env.cdd]', `unknown key 'env.cdd'`],
  ])('%s → %s gets one clear line', (from, to, line) => {
    const text = readFileSync('conf/clusters/ticdc.toml', 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
    expect(() => loadCluster(file)).toThrow(new UsageError(`cluster file ${file}: ${line}`));
  });
});

describe('a cluster that is there already', () => {
  it.each([
    [
      [],
      'cdcheck creates and drops databases and kills captures there; say destructive = true in its file if it may',
    ],
    [
      [allowed, ['host = "127.0.0.1"', 'host = "tidb.example"']],
      'upstream.host tidb.example is neither loopback nor in allowedHosts; add it there if cdcheck may destroy data on it',
    ],
    [
      [allowed, ['address = "127.0.0.1:8301"', 'address = "https://10.0.0.7:8301"']],
      'captures.1.address 10.0.0.7 is neither loopback nor in allowedHosts; add it there if cdcheck may destroy data on it',
    ],
    [
      [allowed, ['"http://127.0.0.1:10080" ', '"http://tidb.example:10080" ']],
      'upstream.statusUrl tidb.example is neither loopback nor in allowedHosts; add it there if cdcheck may destroy data on it',
    ],
    [
      [allowed, ['address = "127.0.0.1:8301"', 'address = "8301:x"']],
      'captures.1.address is no address: http://8301:x',
    ],
    [
      [allowed, ['# passwordEnv = "DOWNSTREAM_PASSWORD"', 'passwordEnv = "CDCHECK_NO_SUCH_PASSWORD"']],
      'downstream: passwordEnv names CDCHECK_NO_SUCH_PASSWORD, which is not set; export it first',
    ],
  ] as const)('is refused with %j', async (replacements, line) => {
    const conf = loadCluster(endpointsWith(...replacements));

    const right = new UsageError(`cluster ${file}: ${line}`);
    await expect(openCluster(conf)).rejects.toThrow(right);
    await expect(examineCluster(conf).next()).rejects.toThrow(right);
  });

  it('is refused where a command holds a password', async () => {
    vi.stubEnv('CDCHECK_TEST_PASSWORD', 'sesame');
    const conf = loadCluster(
      endpointsWith(
        allowed,
        ['# passwordEnv = "DOWNSTREAM_PASSWORD"', 'passwordEnv = "CDCHECK_TEST_PASSWORD"'],
        ['kill = "docker kill ticdc1"', 'kill = "kill-it --password sesame"'],
      ),
    );
    expect(JSON.stringify(conf)).toContain('sesame');
    await expect(openCluster(conf)).rejects.toThrow(
      `cluster ${file}: the command captures.1.kill holds a password, which a list of processes shows; put the command into a script that reads it`,
    );
  });

  it('takes no password in its file', () => {
    const path = endpointsWith(['user = "root"', 'user = "root"\npassword = "sesame"']);
    expect(() => loadCluster(path)).toThrow(`cluster file ${file}: unknown key 'upstream.password'`);
  });

  it('takes no more than one worker', () => {
    expect(() => loadCluster(endpointsWith(['workers = 1', 'workers = 2']))).toThrow(
      `cluster file ${file}: 'workers' is 2, it must be 1`,
    );
  });
});
