import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FuzzFolder } from '../../../src/fuzz/fuzzFolder.js';
import { strandsOf } from '../../../src/fuzz/state.js';
import { cdcheck, ownTmpdir, processesOf, until, type Cli } from '../cli/cli.js';

const faults = { CDCHECK_FAULTS: 'truncate-then-insert,two-writers' };

let folder: string;

beforeEach(() => {
  folder = ownTmpdir();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function fuzz(args: readonly string[], env: NodeJS.ProcessEnv = faults): Cli {
  const rest = ['--cluster', 'embedded', '--workload', 'partition-ddl', '--explain-minutes', '0'];
  return cdcheck(folder, ['fuzz', ...rest, '--out', 'out', ...args], env);
}

/** What stands in the folder of a search that nobody is at work on. */
function stateIn(out = 'out'): FuzzFolder {
  const wanted = { cluster: 'embedded', workload: 'partition-ddl', guided: true, seed: null };
  const read = new FuzzFolder(join(folder, out), wanted, 0, []);
  read.close();
  return read;
}

function failures(): readonly string[] {
  return readdirSync(join(folder, 'out/failures')).sort();
}

describe('cdcheck fuzz', () => {
  it('finds, shrinks and files, goes on, and where it is started again takes up what it knew', async () => {
    const first = await fuzz(['--runs', '300', '--seed', '7']);
    expect(first.exitCode).toBe(1);
    expect(first.stderr).toContain('new: lostRows(insert): 3 commands, fails 1 of 1; ');
    expect(first.stdout).toMatch(/^\d+ × lostRows\(insert\) \(new\): 3 commands/m);
    expect(first.stdout).toMatch(/^300 runs, [\d,]+ commands, [\d,]+ kills, \d+ failures, /m);
    const { state, filed } = stateIn();
    expect(strandsOf(state, 7)).toEqual({ done: [[0, 0, 1]], begun: { 1: 300 } });
    expect(filed.every(({ folder: each }) => existsSync(join(each, 'report.html')))).toBe(true);
    const found = failures();
    const status = readFileSync(join(folder, 'out/status.html'), 'utf8');
    for (const name of found) expect(status).toContain(`href="failures/${name}/report.html"`);

    const replayed = await cdcheck(folder, ['replay', `out/failures/${found[0] ?? ''}/counterexample.json`]);
    expect(replayed.exitCode).toBe(1);

    const second = await fuzz(['--runs', '300']);
    expect(second.stderr).toContain('seed 7, into out');
    expect(second.stdout).toMatch(/^300 runs, /m);
    expect(second.exitCode).toBe(0);
    expect(failures()).toEqual(found);
  });

  it('finds nothing on lanes where there is nothing to find, with workers side by side', async () => {
    const args = ['--workload', 'issue-1192', '--runs', '40', '--seed', '3', '--workers', '2'];
    const { stdout, exitCode } = await fuzz(args, {});
    expect(stdout).toMatch(/^40 runs, [\d,]+ commands, [\d,]+ kills, 0 failures, /);
    expect(exitCode).toBe(0);
  });

  it('finds and files a fault that shows once in a thousand opportunities', async () => {
    const shipped = readFileSync(join(import.meta.dirname, '../../../conf/clusters/embedded.toml'), 'utf8');
    const canary = shipped
      .replace('faults = []', 'faults = ["truncate-then-insert"]')
      .replace('probability = 1.0', 'probability = 0.001');
    writeFileSync(join(folder, 'canary.toml'), canary);
    const rest = ['--counterexamples', '1', '--shrink-minutes', '0.05', '--minutes', '5', '--seed', '2'];
    const { exitCode } = await fuzz(['--cluster', './canary.toml', ...rest], {});
    expect(exitCode).toBe(1);
    expect(failures()).toHaveLength(1);
  });

  it('ends after the new counterexamples that it was asked for', async () => {
    const { stderr, exitCode } = await fuzz(['--counterexamples', '1', '--seed', '7']);
    expect(stderr.split('\n').filter((line) => line.startsWith('new: '))).toHaveLength(1);
    expect(exitCode).toBe(1);
  });

  it('ends on Ctrl-C with what it has, and leaves no process', async () => {
    const cli = fuzz(['--seed', '3', '--workers', '2'], {});
    await until('a run', () => existsSync(join(folder, 'out/journal.0.jsonl')));
    cli.kill('SIGINT');
    const { stdout, exitCode } = await cli;
    expect(stdout).toMatch(/^\d+ runs, /);
    expect(exitCode).toBe(130);
    expect(processesOf(folder)).toEqual([]);
    expect(existsSync(join(folder, 'out/lock'))).toBe(false);
  });

  it.each([
    [['--shard', '1/2'], '--shard goes with --seed'],
    [['--shard', '3/2', '--seed', '1'], 'It must be a part and how many there are, such as 1/4'],
    [['--workload', 'gone'], "'gone'"],
    [['--seed', 'x'], 'It must be a whole number of 32 bits'],
  ])('says in one line what is wrong with %j', async (args, message) => {
    const { stderr, exitCode } = await fuzz(args);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(exitCode).toBe(2);
  });
});
