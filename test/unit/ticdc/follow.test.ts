import { describe, expect, it } from 'vitest';
import type { ChangefeedSeen } from '../../../src/cluster/ticdc/answers.js';
import { judge, type Following, type Judgement } from '../../../src/cluster/ticdc/follow.js';

const TARGET = 470839234047508487n;
const limits = { stuckAfter: 120_000, warningAfter: 60_000 };
const DUPLICATE = "Error 1062 (23000): Duplicate entry '7' for key 'PRIMARY'";

function seen(checkpoint: bigint, state = 'normal', message?: string): ChangefeedSeen {
  const error = message === undefined ? null : { addr: '', code: 'CDC:ErrChangefeedRetryable', message };
  return { state, checkpoint_ts: checkpoint, error, maintainer_addr: '' };
}

/** Judges looks in their order, each with its time in s; returns the last judgement. */
function after(...looks: readonly (readonly [at: number, ChangefeedSeen])[]): Judgement {
  let following: Following | null = null;
  let judgement: Judgement | null = null;
  for (const [at, look] of looks) {
    judgement = judge(following, look, TARGET, at * 1000, limits);
    if (judgement.kind !== 'goOn') return judgement;
    following = judgement.following;
  }
  if (judgement === null) throw new Error('no look');
  return judgement;
}

describe('a changefeed on its way', () => {
  it('has arrived once its checkpoint is at the target, to the last digit', () => {
    expect(after([0, seen(TARGET - 1n)])).toMatchObject({ kind: 'goOn' });
    expect(after([0, seen(TARGET)])).toEqual({ kind: 'reached', checkpoint: TARGET });
  });

  it('is not stuck however long it takes, as long as it moves', () => {
    const looks = Array.from({ length: 30 }, (_, i) => [i * 100, seen(TARGET - 1000n + BigInt(i))] as const);
    expect(after(...looks)).toMatchObject({ kind: 'goOn' });
  });

  it('is stuck after two minutes without any movement, its state being normal', () => {
    expect(after([0, seen(TARGET - 2n)], [119.9, seen(TARGET - 2n)])).toMatchObject({ kind: 'goOn' });
    expect(after([0, seen(TARGET - 2n)], [120, seen(TARGET - 2n)])).toEqual({
      kind: 'stuck',
      target: '470839234047508487 (07:12:18.670)',
      reached: '470839234047508485 (07:12:18.670)',
    });
  });

  it('may fall behind what it was: after a takeover it goes on from what was written down', () => {
    expect(after([0, seen(TARGET - 2n)], [5, seen(TARGET - 9n)], [119, seen(TARGET - 9n)])).toMatchObject({
      kind: 'goOn',
    });
  });

  it('is fine with a warning that heals', () => {
    const looks = [
      [0, seen(1n)],
      [1, seen(1n, 'warning', DUPLICATE)],
      [50, seen(1n, 'warning', DUPLICATE)],
      [55, seen(2n)],
      [70, seen(2n)],
    ] as const;
    expect(after(...looks)).toMatchObject({ kind: 'goOn', following: { warning: null } });
    expect(after(...looks, [71, seen(TARGET)])).toEqual({ kind: 'reached', checkpoint: TARGET });
  });

  it('may be seen as stopped for a moment after it was resumed; with an error it has failed', () => {
    expect(after([0, seen(1n, 'stopped')], [1, seen(TARGET)])).toEqual({
      kind: 'reached',
      checkpoint: TARGET,
    });
    expect(after([0, seen(1n, 'stopped')], [120, seen(1n, 'stopped')])).toMatchObject({ kind: 'stuck' });
    expect(after([0, seen(1n, 'stopped', DUPLICATE)])).toMatchObject({ kind: 'failed', errno: 1062 });
  });

  it('has failed with a warning that stays, also where its state is normal now and then', () => {
    const stays = after(
      [0, seen(1n)],
      [1, seen(1n, 'warning', DUPLICATE)],
      [20, seen(1n, 'normal')],
      [40, seen(1n, 'warning', DUPLICATE)],
      [61, seen(1n, 'warning', DUPLICATE)],
    );
    expect(stays).toEqual({
      kind: 'failed',
      where: 'changefeed (warning for 60 s)',
      errno: 1062,
      message: DUPLICATE,
    });
  });

  it('counts a warning anew where the checkpoint has moved meanwhile', () => {
    const moved = after(
      [0, seen(1n, 'warning', DUPLICATE)],
      [50, seen(2n, 'warning', DUPLICATE)],
      [100, seen(2n, 'warning', DUPLICATE)],
    );
    expect(moved).toMatchObject({ kind: 'goOn', following: { warning: { since: 50_000 } } });
  });

  it.each(['failed', 'removed', 'finished'])('has failed at once where its state is %s', (state) => {
    expect(after([0, seen(TARGET, state)])).toEqual({
      kind: 'failed',
      where: `changefeed (${state})`,
      message: `the changefeed is ${state}`,
    });
  });
});
