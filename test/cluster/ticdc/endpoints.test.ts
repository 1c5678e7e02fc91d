import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { examineCluster } from '../../../src/cluster/examineCluster.js';
import type { Finding } from '../../../src/cluster/finding.js';
import { Link } from '../../../src/cluster/link.js';
import { openTicdcEndpoints } from '../../../src/cluster/ticdc/openTicdc.js';
import type { ClusterConf } from '../../../src/conf/cluster.js';
import { freePort } from '../../../src/process/freePort.js';
import { CREATE, Driver } from '../mariadb/driver.js';
import { standIn, type StandIn } from './standInParts.js';

type Conf = Extract<ClusterConf, { kind: 'ticdc-endpoints' }>;

let made: StandIn;
let tidb: ChildProcess;
let switchboard: Server;
let conf: Conf;

/** Kills or starts a capture of the contract; a shell command asks for it. */
async function act(url: string): Promise<void> {
  const [, what, number] = url.split('/');
  const capture = made.contract.captures[Number(number)];
  await (what === 'start' ? capture?.up() : capture?.down());
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  made = await standIn();
  made.contract.isOnTime = true;
  const [password = ''] = made.parts.secrets;
  vi.stubEnv('CDCHECK_TEST_PASSWORD', password);
  const port = await freePort();
  tidb = spawn(process.execPath, [join(import.meta.dirname, 'programs/tidb-server.mjs'), `-P=${port}`], {
    env: { ...process.env, FAKE_MARIADB: String(made.upstream.port), FAKE_PASSWORD: password },
    stdio: 'ignore',
  });
  const link = new Link('stand-in', { host: '127.0.0.1', port }, { user: 'root', password: '' });
  while ((await link.value('SELECT 1').catch(() => '')) !== '1');
  link.close();
  switchboard = createServer(
    (request, response) => void act(request.url ?? '').then(() => response.end('done')),
  );
  const board = await listening(switchboard);
  const command = (what: string, number: number): string =>
    `'${process.execPath}' -e 'fetch("http://127.0.0.1:${board}/${what}/${number}")'`;
  conf = {
    kind: 'ticdc-endpoints',
    name: 'mine.toml',
    destructive: true,
    allowedHosts: [],
    newarch: true,
    commandTimeout: 30,
    warningAfter: 60,
    stuckAfter: 60,
    tries: 1,
    workers: 1,
    upstream: { host: '127.0.0.1', port, user: 'root' },
    downstream: {
      host: '127.0.0.1',
      port: made.downstream.port,
      user: 'cdcheck',
      passwordEnv: 'CDCHECK_TEST_PASSWORD',
      sinkHost: 'mysql',
      recovers: false,
    },
    captures: made.contract.addresses.map((address, number) => ({
      address,
      kill: command('kill', number),
      term: command('term', number),
      start: command('start', number),
    })),
    changefeed: {},
    sink: { 'worker-count': '4' },
  };
  // What is dropped downstream by itself is no part of what the stand-in replicates.
  await made.downstream.link.rows('SET GLOBAL gtid_strict_mode = 0');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  switchboard.close();
  tidb.kill('SIGKILL');
  await once(tidb, 'exit');
  await made.parts.close();
});

describe('a cluster that is there already', () => {
  it('is used on databases of its own, its captures being killed and started by commands', async () => {
    const cluster = await openTicdcEndpoints(conf);
    expect(cluster.versions).toMatchObject({ ticdc: 'v8.5.5', upstream: '8.0.11-TiDB-v8.5.3' });
    expect(
      ['recoverTable', 'flashbackTable', 'moveTable'].map((kind) => cluster.supports(kind as never)),
    ).toEqual([false, false, true]);
    const session = await cluster.open('cdcheck_endpoints');
    const driver = new Driver(session);
    await driver.apply(CREATE);
    await session.kill(0, 'KILL');
    await driver.insert(1);
    await session.kill(1, 'TERM');
    await session.start(0);
    await driver.insert(2);
    expect(await driver.arrived()).toEqual([1, 2]);
    expect(await session.snapshot('downstream')).toEqual(await session.snapshot('upstream'));
    const [changefeed] = made.contract.changefeeds.values();
    expect(changefeed?.body).toContain('@mysql:');
    expect(changefeed?.body).toContain('?worker-count=4');
    const evidence = await session.evidence();
    const commands = evidence.find(({ name }) => name === 'commands.log')?.text ?? '';
    expect(commands.match(/capture \d: \w+: exit code 0/g)).toEqual([
      'capture 0: kill: exit code 0',
      'capture 1: term: exit code 0',
      'capture 0: start: exit code 0',
    ]);
    const [password = ''] = made.parts.secrets;
    expect(evidence.map(({ text }) => text).join('')).not.toContain(password);
    await session.close();
    expect(made.contract.changefeeds.size).toBe(0);
    expect(await made.upstream.link.rows("SHOW DATABASES LIKE 'cdcheck%'")).toEqual([]);
    expect(made.contract.line).toHaveLength(2);
    await cluster.close();
  });

  it('is examined by the doctor, part by part, down to one row that arrives', async () => {
    const findings: Finding[] = [];
    for await (const finding of examineCluster(conf)) findings.push(finding);
    expect(findings.map(({ part, isWell }) => [part, isWell])).toEqual([
      ['upstream', true],
      ['downstream', true],
      ['tidb_cdc', true],
      ['capture 0', true],
      ['capture 1', true],
      ['start', true],
      ['changefeed', true],
      ['replication', true],
      ['end', true],
    ]);
    expect(findings[0]?.text).toMatch(/^8\.0\.11-TiDB-v8\.5\.3, now at \d{18} \([\d:.]+\)$/);
    expect(findings[3]?.text).toMatch(/^127\.0\.0\.1:\d+ is TiCDC v8\.5\.5, pid 2864/);
  });

  it('is examined part by part where parts do not answer, or answer otherwise', async () => {
    const [first] = made.contract.captures;
    await first?.down();
    await made.downstream.link.rows('CREATE DATABASE tidb_cdc');
    const port = await freePort();
    const wrong: Conf = {
      ...conf,
      upstream: {
        ...conf.upstream,
        port: made.downstream.port,
        user: 'cdcheck',
        passwordEnv: 'CDCHECK_TEST_PASSWORD',
        statusUrl: `http://127.0.0.1:${port}`,
      },
    };
    const findings: Finding[] = [];
    for await (const finding of examineCluster(wrong)) findings.push(finding);
    await made.downstream.link.rows('DROP DATABASE tidb_cdc');
    await first?.up();
    expect(findings.map(({ part, isWell }) => [part, isWell])).toEqual([
      ['upstream', false],
      ['statusUrl', false],
      ['downstream', true],
      ['tidb_cdc', true],
      ['capture 0', false],
      ['capture 1', true],
    ]);
    expect(findings[0]?.text).toMatch(/MariaDB.* is no TiDB$/);
    expect(findings[1]?.text).toBe(`http://127.0.0.1:${port}/ddl/history?limit=1024: ECONNREFUSED`);
    expect(findings[3]?.text).toMatch(/^is in downstream: /);
    expect(findings[4]?.text).toBe(`${first?.address ?? ''} does not answer /status: ECONNREFUSED`);
  });
});
