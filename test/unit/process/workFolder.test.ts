import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { folderPrefix } from '../../../src/process/folderName.js';
import { groupRuns, identify } from '../../../src/process/identity.js';
import { reap } from '../../../src/process/reap.js';
import { WorkFolder } from '../../../src/process/workFolder.js';

/** A temporary folder of this file alone: another cdcheck on this machine may reap in the usual one. */
const temporary = mkdtempSync(join(tmpdir(), 'reap-'));

beforeAll(() => {
  vi.stubEnv('TMPDIR', temporary);
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});

/** A folder as a cdcheck leaves it that was killed: its pid is now someone else's. */
function leftBehind(random: string): string {
  const folder = join(tmpdir(), folderPrefix().replace(/-\d+-$/, '-1-') + random);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** What a process says of itself once it is the command. */
async function statOf(folder: WorkFolder): Promise<{ pid: number; text: string }> {
  const ended = await folder.start('stat', 'cat', ['/proc/self/stat']).exited;
  expect(ended).toEqual({ code: 0, signal: null });
  const text = readFileSync(join(folder.path, 'stat.log'), 'utf8');
  return { pid: Number(text.split(' ')[0]), text };
}

describe('WorkFolder', () => {
  it('is a folder that only its user can enter, and is gone once closed', async () => {
    const folder = WorkFolder.create();
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    expect(basename(folder.path).startsWith('cdcheck-')).toBe(true);
    await folder.close();
    expect(existsSync(folder.path)).toBe(false);
  });

  it('starts a command as the leader of its own group', async () => {
    const folder = WorkFolder.create();
    const { pid, text } = await statOf(folder);
    expect(Number(text.split(' ')[4])).toBe(pid);
    await folder.close();
  });

  it('keeps a pid file with the start time while the command runs', async () => {
    const folder = WorkFolder.create();
    const started = folder.start('printer', 'sh', ['-c', 'echo up; exec sleep 60']);
    while (!readFileSync(started.output, 'utf8').includes('up')) await new Promise(setImmediate);
    const startTime = identify(started.pid)?.startTime ?? 'gone';
    expect(readFileSync(join(folder.path, 'printer.1.pid'), 'utf8')).toContain(` ${startTime} `);
    expect(await started.kill('SIGTERM')).toEqual({ code: null, signal: 'SIGTERM' });
    expect(readdirSync(folder.path)).toEqual(['printer.log']);
    await folder.close();
  });

  it('kills the whole group of a command, also what outlives its leader', async () => {
    const folder = WorkFolder.create();
    const started = folder.start('pipeline', 'sh', ['-c', 'sleep 60 & sleep 60 & echo up; exit 3']);
    expect(await started.exited).toEqual({ code: 3, signal: null });
    while (groupRuns(started.pid)) await new Promise(setImmediate);
    expect(groupRuns(started.pid)).toBe(false);
    await folder.close();
  });

  it('kills what runs when it is closed', async () => {
    const folder = WorkFolder.create();
    const started = folder.start('sleeper', 'sleep', ['60']);
    await folder.close();
    expect(started.exit).toEqual({ code: null, signal: 'SIGKILL' });
  });
});

describe('reap', () => {
  it('leaves the folder and the processes of a living cdcheck alone', async () => {
    const folder = WorkFolder.create();
    const started = folder.start('sleeper', 'sleep', ['60']);
    expect(reap()).not.toContain(basename(folder.path));
    expect(started.exit).toBeNull();
    expect(existsSync(folder.path)).toBe(true);
    await folder.close();
  });

  it('kills what a pid file proves to be ours, and removes the folder', async () => {
    const living = WorkFolder.create();
    const started = living.start('sleeper', 'sh', ['-c', 'echo up; exec sleep 60']);
    while (!readFileSync(started.output, 'utf8').includes('up')) await new Promise(setImmediate);
    const folder = leftBehind('aaaaaa');
    writeFileSync(join(folder, 'sleeper.1.pid'), readFileSync(join(living.path, 'sleeper.1.pid')));
    expect(reap()).toContain(basename(folder));
    expect(existsSync(folder)).toBe(false);
    expect(await started.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await living.close();
  });

  it('does not touch a process whose start time is another one', async () => {
    const living = WorkFolder.create();
    const started = living.start('sleeper', 'sh', ['-c', 'echo up; exec sleep 60']);
    while (!readFileSync(started.output, 'utf8').includes('up')) await new Promise(setImmediate);
    const pidFile = readFileSync(join(living.path, 'sleeper.1.pid'), 'utf8');
    const startTime = identify(started.pid)?.startTime ?? 'gone';
    const folder = leftBehind('bbbbbb');
    writeFileSync(join(folder, 'sleeper.1.pid'), pidFile.replace(` ${startTime} `, ' 1 '));
    expect(reap()).toContain(basename(folder));
    expect(started.exit).toBeNull();
    expect(groupRuns(started.pid)).toBe(true);
    await living.close();
  });

  it.each(['', '12', `${process.pid} (node) S 1`, `${process.pid}`])(
    'tolerates a half-written pid file: %j',
    (text) => {
      const folder = leftBehind('cccccc');
      writeFileSync(join(folder, 'server.1.pid'), text);
      expect(reap()).toContain(basename(folder));
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('goes on with what another reaper left half done', () => {
    const folder = leftBehind('dddddd.reaped');
    expect(reap()).toContain(basename(folder));
    expect(existsSync(folder)).toBe(false);
  });

  it('does not touch a folder that is none of ours', () => {
    const folder = join(tmpdir(), 'cdcheck-failures-of-mine');
    mkdirSync(folder, { recursive: true });
    expect(reap()).not.toContain(basename(folder));
    expect(existsSync(folder)).toBe(true);
  });
});
