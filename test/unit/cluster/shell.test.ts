import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../../src/cluster/cluster.js';
import { Shell } from '../../../src/cluster/shell.js';
import { answersYes, ShellCapture } from '../../../src/cluster/shellCapture.js';
import { identify } from '../../../src/process/identity.js';
import { WorkFolder } from '../../../src/process/workFolder.js';

let folder: WorkFolder;

beforeEach(() => {
  folder = WorkFolder.create();
});

afterEach(async () => {
  await folder.close();
});

/** No command of these tests comes near this, on however slow a machine: ms. */
const LONG = 60_000;

describe('Shell', () => {
  it('tells exit code and output, keeps both for evidence, and leaves no file', async () => {
    const shell = new Shell(folder, LONG, []);
    expect(await shell.run('capture 0: kill', 'echo gone; echo why >&2; exit 3')).toEqual({
      code: 3,
      output: 'gone\nwhy\n',
    });
    expect(shell.record).toMatch(/^\d{4}-\S+Z capture 0: kill: exit code 3 after \d+ ms\ngone\nwhy\n$/);
    expect(readdirSync(folder.path)).toEqual([]);
    shell.mark();
    expect(await shell.demand('reset', 'echo done')).toBe('done\n');
    expect(shell.record).toContain(' reset: exit code 0 ');
    expect(shell.record).not.toContain('capture 0');
  });

  it('names a command that must succeed and does not, with its last line', async () => {
    const shell = new Shell(folder, LONG, []);
    await expect(shell.demand('reset', 'echo a; echo b; exit 4')).rejects.toThrow(
      new EnvironmentError('reset: the command failed with exit code 4: b'),
    );
    await expect(shell.demand('reset', 'exit 1')).rejects.toThrow(
      'reset: the command failed with exit code 1: it printed nothing',
    );
  });

  it('kills a command that takes too long, with all that it started', async () => {
    const shell = new Shell(folder, 300, []);
    const pids = join(folder.path, 'pids');
    await expect(shell.run('error', `sleep 600 & echo $! $$ >${pids}; echo waiting; wait`)).rejects.toThrow(
      new EnvironmentError('error: the command has not ended after 0.3 s'),
    );
    expect(shell.record).toContain('error: the command has not ended after 0.3 s');
    const left = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    expect(left).toHaveLength(2);
    expect(left.filter((pid) => identify(pid)?.isZombie === false)).toEqual([]);
  });

  it('leaves alone what a command has put into the background', async () => {
    const shell = new Shell(folder, LONG, []);
    const { output } = await shell.run('capture 0: start', 'sleep 600 & echo $!');
    const pid = Number(output);
    expect(identify(pid)).not.toBeNull();
    process.kill(pid, 'SIGKILL');
  });

  it('strikes passwords out of what it keeps, and cuts what is long', async () => {
    const shell = new Shell(folder, LONG, ['', 's3cret']);
    const { output } = await shell.run('error', 'echo "user:s3cret@host"');
    expect(output).toBe('user:***@host\n');
    expect(shell.record).not.toContain('s3cret');
    const long = await shell.run('error', "head -c 10000 /dev/zero | tr '\\0' y; echo; echo end");
    expect(long.output).toHaveLength(10_005);
    expect(shell.record).toMatch(/exit code 0 after \d+ ms\n…y{3995}\nend\n$/);
  });
});

describe('ShellCapture', () => {
  /** A capture that is alive as long as a file is there. */
  function captureWith(
    commands: { kill?: string; term?: string; start?: string },
    limit = LONG,
  ): ShellCapture {
    const alive = join(folder.path, 'alive');
    const shell = new Shell(folder, limit, []);
    const usual = { kill: `rm ${alive}`, term: `(sleep 0.1; rm ${alive}) &`, start: `touch ${alive}` };
    return new ShellCapture(1, { ...usual, ...commands }, shell, () =>
      answersYes(shell, 'capture 1: status', `test -e ${alive}`),
    );
  }

  it('is killed, asked to end, and started; each returns once it is so', async () => {
    const capture = captureWith({});
    expect(await capture.isAlive()).toBe(false);
    await capture.start();
    expect(await capture.isAlive()).toBe(true);
    await capture.kill('KILL');
    expect(await capture.isAlive()).toBe(false);
    await capture.start();
    await capture.kill('TERM');
    expect(existsSync(join(folder.path, 'alive'))).toBe(false);
  });

  it('takes a kill for done where the capture had ended by itself, whatever the command says', async () => {
    const capture = captureWith({});
    await capture.kill('KILL');
    expect(await capture.isAlive()).toBe(false);
  });

  it('names a command that fails', async () => {
    writeFileSync(join(folder.path, 'alive'), '');
    const capture = captureWith({ kill: 'echo no such container; exit 5' });
    await expect(capture.kill('KILL')).rejects.toThrow(
      new EnvironmentError('capture 1: kill: the command failed with exit code 5: no such container'),
    );
  });

  it('says so where a command succeeds and nothing comes of it', async () => {
    const capture = captureWith({ start: 'true' }, 200);
    await expect(capture.start()).rejects.toThrow(
      new EnvironmentError('capture 1 is not alive 0.2 s after its start command'),
    );
  });

  it('does not take a status command that cannot be carried out for an answer', async () => {
    const shell = new Shell(folder, LONG, []);
    await expect(answersYes(shell, 'capture 1: status', 'no-such-program-here')).rejects.toThrow(
      /^capture 1: status: the command failed with exit code 127: .*no-such-program-here: not found$/,
    );
  });
});
