import { describe, expect, it } from 'vitest';
import { caughtUp } from '../../../src/cluster/mariadb/caughtUp.js';
import type { Look } from '../../../src/cluster/mariadb/replication.js';

/** How catching up to 0-1-9 ends where replication is seen like this, the last one again and again. */
function after(before: string, ...looks: readonly [Look, ...Look[]]): ReturnType<typeof caughtUp> {
  const left = [...looks];
  const look = (): Promise<Look> => Promise.resolve((left.length > 1 ? left.shift() : left[0]) ?? looks[0]);
  return caughtUp({ look, cause: () => Promise.resolve('asleep') }, '0-1-9', 5, before);
}

const behind = (position: string): Look => ({ kind: 'behind', position, progress: position });

describe('caughtUp', () => {
  it('waits while replication moves', async () => {
    const synced: Look = { kind: 'synced', position: '0-1-9' };
    expect(await after('0-1-5', behind('0-1-5'), behind('0-1-7'), synced)).toEqual(synced);
  });

  it('is stuck where nothing moves for the time limit', async () => {
    expect(await after('', behind('0-1-5'))).toEqual({
      kind: 'stuck',
      target: '0-1-9',
      reached: '0-1-5',
      cause: 'asleep',
    });
  });

  it('tells a failure at once', async () => {
    const failed: Look = { kind: 'failed', where: 'downstream', errno: 1507, message: 'no' };
    expect(await after('', behind('0-1-5'), failed)).toEqual(failed);
  });

  it('tells a checkpoint that has gone backwards', async () => {
    expect(await after('0-1-6', behind('0-1-6'), behind('0-1-4'))).toEqual({
      kind: 'backwards',
      before: '0-1-6',
      now: '0-1-4',
    });
  });
});
