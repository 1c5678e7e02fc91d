import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { groupRuns, identify, parseStat } from '../../../src/process/identity.js';

const TAIL = '2 0 0 20 0 1 0 4711 1 1 1 1 1 1 1 1 1 1 1 1 1 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0';

describe('parseStat', () => {
  it('reads pid, group, start time and state', () => {
    expect(parseStat(`42 (mariadbd) S 1 40 40 0 -1 0 1 1 1 1 1 ${TAIL}\n`)).toEqual({
      pid: 42,
      group: 40,
      startTime: '4711',
      isZombie: false,
    });
  });

  it('is not misled by brackets and spaces in the name', () => {
    expect(parseStat(`42 (a) Z (b) S 1 40 40 0 -1 0 1 1 1 1 1 ${TAIL}`)).toMatchObject({
      group: 40,
      isZombie: false,
    });
  });

  it.each(['', '42', '42 (mariadbd', '42 (mariadbd) S 1 40', 'nonsense (x) y z'])(
    'gives null for what is not a whole line: %j',
    (line) => {
      expect(parseStat(line)).toBeNull();
    },
  );
});

describe('identify', () => {
  it('finds this process, the same each time', () => {
    expect(identify(process.pid)).toMatchObject({ pid: process.pid, isZombie: false });
    expect(identify(process.pid)).toEqual(identify(process.pid));
  });

  it('finds nothing for a process that is gone', async () => {
    const child = spawn('true');
    await once(child, 'exit');
    expect(identify(child.pid ?? 0)).toBeNull();
  });
});

describe('groupRuns', () => {
  it('is true while a member of the group runs, and false afterwards', async () => {
    const child = spawn('sleep', ['60'], { detached: true });
    const group = child.pid ?? 0;
    expect(groupRuns(group)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(groupRuns(group)).toBe(false);
  });
});
