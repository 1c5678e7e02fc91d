import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { Anomaly } from '../../../src/check/anomaly.js';
import { writeFolder } from '../../../src/report/writeFolder.js';
import type { CheckEntry, CommandEntry, Trace } from '../../../src/run/trace.js';
import { findingsOf, onReplica } from '../../unit/report/counterexamples.js';
import { ownTmpdir, processesOf, until } from '../cli/cli.js';

let folder: string;

beforeEach(() => {
  folder = ownTmpdir();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const partitions = [
  { name: 'p0', lessThan: 100 },
  { name: 'p1', lessThan: 'MAXVALUE' },
] as const;

/**
 * Rows on both sides of a partition bound, a table to exchange with, and failovers: in between, and at once with statements. No DDL is under way
 * when a replica is killed: MariaDB may carry it out twice then.
 */
const commands: readonly Command[] = [
  { kind: 'createTable', table: 't1', partitions },
  { kind: 'createTable', table: 't2', partitions: null },
  { kind: 'transaction', statements: [{ kind: 'insert', table: 't1', ids: [1, 150] }] },
  { kind: 'check' },
  { kind: 'insert', table: 't2', ids: [2] },
  { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 5 },
  { kind: 'startCapture', capture: 0, delay: 0 },
  { kind: 'wait', ms: 10 },
  { kind: 'check' },
  { kind: 'insertAuto', table: 't1', rows: 2 },
  { kind: 'exchangePartition', table: 't1', partition: 'p0', with: 't2' },
  { kind: 'check' },
  {
    kind: 'concurrently',
    lanes: [
      {
        offset: 0,
        commands: [
          { kind: 'insertAuto', table: 't1', rows: 2 },
          { kind: 'update', table: 't2', from: 1, to: 1 },
        ],
      },
      {
        offset: 2,
        commands: [
          { kind: 'killCapture', capture: 1, signal: 'KILL', delay: 3 },
          { kind: 'startCapture', capture: 1, delay: 1 },
        ],
      },
    ],
  },
];

function anomaly(kind: Anomaly['kind'], table: string | null): Anomaly {
  return { kind, table, detail: '', rows: [], commands: [] };
}

/** Writes a counterexample's folder and returns the path of its script. */
async function script(captures: 'stream' | 'replica', wrong: Anomaly, trace: Trace = []): Promise<string> {
  const { cluster } = onReplica;
  const conf = {
    ...cluster.conf,
    kind: 'mariadb',
    captures,
    stuckAfter: wrong.kind === 'stuck' ? 2 : 60,
  } as const;
  const sequence = { commands, schedule: 0 };
  const counterexample = { ...onReplica, sequence, anomalies: [wrong], cluster: { ...cluster, conf } };
  await writeFolder(folder, { ...findingsOf(counterexample), trace });
  return join(folder, 'repro.sh');
}

/** Runs a script with a temporary folder of its own; nothing may be left of it. */
async function running(
  file: string,
  tries: string,
  env: NodeJS.ProcessEnv = {},
): Promise<readonly [number | undefined, string]> {
  const tmp = join(folder, 'tmp');
  mkdirSync(tmp);
  const { exitCode, all } = await execa('/bin/bash', [file, tries], {
    env: { TMPDIR: tmp, ...env },
    reject: false,
    all: true,
  });
  expect(readdirSync(tmp)).toEqual([]);
  expect(processesOf(tmp)).toEqual([]);
  return [exitCode, all];
}

/** A PATH on which a program of MariaDB's gets one more argument where one of the others has a certain text in it. */
function withArgument(program: string, text: string, argument: string): NodeJS.ProcessEnv {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const path = process.env['PATH'] ?? '';
  writeFileSync(
    join(bin, program),
    [
      '#!/bin/sh',
      `PATH='${path}:/usr/sbin'`,
      `case $* in *${text}*) exec ${program} "$@" '${argument}' ;; esac`,
      `exec ${program} "$@"`,
      '',
    ].join('\n'),
  );
  chmodSync(join(bin, program), 0o755);
  return { PATH: `${bin}:${path}` };
}

describe('repro.sh', () => {
  it.each(['stream', 'replica'] as const)('does not show what does not fail, on %s', async (captures) => {
    const file = await script(captures, anomaly('lostRows', 't1'));
    expect(await running(file, '1')).toEqual([0, 'try 1 of 1: nothing wrong\nit does not show in 1 tries']);
  });

  it('shows that captures are stuck', async () => {
    const file = await script('stream', anomaly('stuck', null));
    const env = withArgument('mariadb-binlog', 'server-id', '--database=nosuch');
    const [code, output] = await running(file, '3', env);
    expect([code, output]).toEqual([1, expect.stringMatching(/^try 1 of 3: stuck: behind: .*\nit shows$/)]);
  });

  it('shows rows that are lost, in the table that they are of', async () => {
    const file = await script('replica', anomaly('lostRows', 't1'));
    const ignore = '--replicate-wild-ignore-table=cdcheck_repro.t1';
    const [code, output] = await running(file, '3', withArgument('mariadbd', 'downstream.sock', ignore));
    expect(code).toBe(1);
    expect(output).toMatch(/^try 1 of 3: differs: upstream \(<\) and downstream \(>\)\n< table\tt1\n/);
    expect(output).toMatch(/^< row\tt1\tp1\t150\tc3\.2$/m);
    expect(output).toMatch(/\nit shows$/);
  });

  it('shows the error with which a replica stops, and no other one', async () => {
    const env = withArgument('mariadbd', 'downstream.sock', '--partition=OFF');
    const failed = anomaly('failed', null);
    const [code, output] = await running(await script('replica', { ...failed, errno: 1290 }), '1', env);
    rmSync(join(folder, 'tmp'), { recursive: true });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^try 1 of 1: failed 1290 downstream: Error 'The/),
    ]);
    const other = await running(await script('replica', { ...failed, errno: 1507 }), '1', env);
    expect(other).toEqual([0, expect.stringMatching(/^try 1 of 1: another failure, failed 1290 /)]);
  });

  it('shows an outcome upstream that should be another one', async () => {
    const entry: CommandEntry = {
      type: 'command',
      number: 2,
      command: { kind: 'createTable', table: 't1', partitions: null },
      start: 0,
      end: 1,
      outcome: { kind: 'error', errno: 1050, message: '' },
    };
    const file = await script('stream', anomaly('upstreamWrong', 't1'), [entry]);
    expect(await running(file, '1')).toEqual([
      0,
      'try 1 of 1: another failure, outcome 2 ok\nit does not show in 1 tries',
    ]);
  });

  it('shows rows upstream that its statements do not make', async () => {
    const table = { columns: [], indexes: [], partitions: null, rows: [] };
    const model = { t1: { ...table, partitions }, t2: table };
    const sync = { kind: 'synced', position: '' } as const;
    const checked = { model, upstream: model, downstream: model, sync, start: 0, end: 1 };
    const entry: CheckEntry = { type: 'check', number: 10, ...checked };
    const [code, output] = await running(
      await script('stream', anomaly('upstreamWrong', 't1'), [entry]),
      '1',
    );
    expect([code, output]).toEqual([
      1,
      [
        'try 1 of 1: upstream is (>), and must be (<)',
        '> row\tt1\tp0\t2\tc5.1',
        '> row\tt1\tp1\t150\tc3.2',
        '> row\tt1\tp1\t151\tc10.1',
        '> row\tt1\tp1\t152\tc10.2',
        '> row\tt1\tp1\t153\tc13.1',
        '> row\tt1\tp1\t154\tc13.2',
        '> row\tt2\t-\t1\tc14.1',
        'it shows',
      ].join('\n'),
    ]);
  });

  it('says that it cannot run', async () => {
    const file = await script('stream', anomaly('lostRows', 't1'));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    expect(await running(file, '1', { PATH: bin })).toEqual([2, 'cannot run: mariadb is not on the PATH']);
    rmSync(join(folder, 'tmp'), { recursive: true });
    expect(await running(file, 'many')).toEqual([2, "cannot run: 'many' is not a number of tries"]);
  });

  it('leaves nothing where it is ended in the middle', async () => {
    const file = await script('replica', anomaly('lostRows', 't1'));
    const bash = execa('/bin/bash', [file, '9'], { env: { TMPDIR: folder }, reject: false });
    await until('servers', () => processesOf(folder).some((command) => command.includes('mariadbd')));
    bash.kill('SIGTERM');
    expect((await bash).exitCode).toBe(130);
    expect(processesOf(folder)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('repro-'))).toEqual([]);
  });
});
