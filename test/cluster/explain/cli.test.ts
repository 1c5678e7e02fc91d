import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { normal, rows } from '../../model/make.js';
import { savedOnEmbedded } from '../cli/saved.js';
import { cdcheck, hasRunDatabase, ownTmpdir, processesOf, until } from '../cli/cli.js';

const kill: Command = { kind: 'killCapture', capture: 1, signal: 'KILL', delay: 0 };

let folder: string;

beforeEach(() => {
  folder = ownTmpdir();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a saved counterexample', () => {
  const commands = [normal('t1'), rows('t1', 1), kill];
  const sequence = [
    '1  CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))',
    "2  INSERT INTO t1 (id, data) VALUES (1, 'c2.1')",
    '3  kill -9 capture 1',
    '',
  ];
  const failovers = (width: number): readonly string[] =>
    [
      ['no kill', '0 of 1 run', 'nothing wrong'],
      ['TERM for every kill', '0 of 1 run', 'nothing wrong'],
      ['capture 1 alone', '0 of 1 run', 'nothing wrong'],
      ['kill #3 before the first command', '0 of 1 run', 'nothing wrong'],
      ['kill #3 after #1', '0 of 1 run', 'nothing wrong'],
    ].map(([what = '', fails = '', seen = '']) => `${what.padEnd(width)}  ${fails}  ${seen}`);

  it('is explained on the cluster that it was found on', async () => {
    const { stdout, exitCode } = await cdcheck(folder, [
      'explain',
      savedOnEmbedded(folder, commands, ['resume-too-late']),
    ]);
    expect(stdout.split('\n')).toEqual([
      ...sequence,
      'verdict: row 1 of t1 is lost downstream: INSERT #2 was never written there; without the kill #3 of capture 1 it does not happen',
      '',
      'unchanged                                                                 1 of 1 run  the same (1×)',
      'without #1 CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VAR…  0 of 1 run  nothing wrong',
      "without #2 INSERT INTO t1 (id, data) VALUES (1, 'c2.1')                   0 of 1 run  nothing wrong",
      'without #3 kill -9 capture 1                                              0 of 1 run  nothing wrong',
      ...failovers(72),
      '',
      'lostRows: row 1 of t1, written by #2 (c2.1)',
      '  upstream:   written into t1 as c2.1 (#2, 2, 60 ms)',
      '',
      'on embedded',
    ]);
    expect(exitCode).toBe(1);
  });

  it('is compared with other failovers', async () => {
    const { stdout, exitCode } = await cdcheck(folder, [
      'compare',
      savedOnEmbedded(folder, commands, ['resume-too-late']),
    ]);
    expect(stdout.split('\n')).toEqual([
      ...sequence,
      'unchanged                         1 of 1 run  the same (1×)',
      ...failovers(32),
      '',
      'on embedded',
    ]);
    expect(exitCode).toBe(1);
  });

  it('is said not to fail where it does not', async () => {
    const args = ['explain', savedOnEmbedded(folder, commands, ['resume-too-late']), '--cluster', 'embedded'];
    const { stdout, exitCode } = await cdcheck(folder, args);
    expect(stdout).toContain(
      'verdict: row 1 of t1 is lost downstream: it failed in 0 of 1 run here, so there is no evidence of how\n',
    );
    expect(exitCode).toBe(0);
  });

  it('is refused on a cluster that cannot carry it out', async () => {
    const recover: Command = { kind: 'recoverTable', table: 't1' };
    const args = ['explain', savedOnEmbedded(folder, [normal('t1'), recover], []), '--cluster', 'mariadb'];
    const { stdout, stderr, exitCode } = await cdcheck(folder, args);
    expect([stdout, stderr, exitCode]).toEqual([
      '',
      'cdcheck: cluster mariadb cannot carry out command 2 of the sequence, recoverTable: choose another with --cluster',
      2,
    ]);
    expect(processesOf(folder)).toEqual([]);
  });
});

it('an explanation on real servers ends on Ctrl-C with what it has, and leaves nothing', async () => {
  const file = savedOnEmbedded(folder, [normal('t1'), rows('t1', 1), kill], []);
  const cli = cdcheck(folder, ['explain', file, '--cluster', 'mariadb', '--minutes', '10']);
  await until('a run to begin', () => hasRunDatabase(folder));
  cli.kill('SIGINT');
  const { stdout, exitCode } = await cli;
  expect(stdout).toMatch(
    /^verdict: row 1 of t1 is lost downstream: it failed in 0 of [01] runs? here, so there is no evidence of how$/m,
  );
  expect(stdout).toMatch(/^without #3 kill -9 capture 1 +not tried$/m);
  expect(stdout).toMatch(/^on mariadb; stopped before its end by an interrupt$/m);
  expect(exitCode).toBe(130);
  expect(processesOf(folder)).toEqual([]);
});
