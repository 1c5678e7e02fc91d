import { describe, expect, it } from 'vitest';
import type { Sync } from '../../../src/cluster/cluster.js';
import { awaitMarker, type Watch } from '../../../src/cluster/external/awaitMarker.js';

/** What is to be seen at each moment: ms since the waiting began. */
interface Seen {
  readonly arrived: (now: number) => number;
  readonly downstream?: (now: number) => string;
  readonly failure?: (now: number) => { kind: 'failed'; where: string; message: string } | null;
  readonly cause?: string;
}

/** Waits for row 3 on a clock of its own; how it ended, and when: ms. */
async function waited(seen: Seen, patience: { timeout: number; settle: number }): Promise<[Sync, number]> {
  let now = 0;
  const clock = {
    now: () => now,
    wait: (ms: number) => {
      now += ms;
      return Promise.resolve();
    },
  };
  const watch: Watch = {
    arrived: () => Promise.resolve(seen.arrived(now)),
    failure: () => Promise.resolve(seen.failure?.(now) ?? null),
    contents: (side) => Promise.resolve(side === 'upstream' ? 'all' : (seen.downstream?.(now) ?? 'all')),
    cause: () => Promise.resolve(seen.cause),
  };
  return [await awaitMarker(3, patience, watch, clock), now];
}

const SYNCED = { kind: 'synced', position: 'marker row 3' };
const PATIENT = { timeout: 10_000, settle: 0 };

describe('awaitMarker', () => {
  it('has caught up as soon as the row has arrived', async () => {
    expect(await waited({ arrived: (now) => (now < 40 ? 2 : 3) }, PATIENT)).toEqual([SYNCED, 40]);
  });

  it('is stuck when downstream has not changed for the time it is given, and tells why', async () => {
    const [sync, now] = await waited({ arrived: () => 2, cause: 'capture 1 is not alive' }, PATIENT);
    expect(sync).toEqual({
      kind: 'stuck',
      target: 'marker row 3',
      reached: 'marker row 2',
      cause: 'capture 1 is not alive',
    });
    expect(now).toBe(11_000);
  });

  it('waits for as long as downstream changes', async () => {
    const slow = {
      arrived: (now: number) => (now < 60_000 ? 2 : 3),
      downstream: (now: number) => String(Math.floor(now / 9_000)),
    };
    expect(await waited(slow, PATIENT)).toEqual([SYNCED, 60_000]);
    const ending = {
      arrived: () => 2,
      downstream: (now: number) => String(Math.min(3, Math.floor(now / 9_000))),
    };
    const [{ kind }, now] = await waited(ending, PATIENT);
    expect([kind, now]).toEqual(['stuck', 37_500]);
  });

  it('has failed where the pipeline tells its error, before the row and after it', async () => {
    const failure = { kind: 'failed', where: 'pipeline', message: 'gone' } as const;
    expect(await waited({ arrived: () => 2, failure: () => failure }, PATIENT)).toEqual([failure, 500]);
    expect(await waited({ arrived: () => 3, failure: () => failure }, PATIENT)).toEqual([failure, 0]);
  });

  it('lets the tables that a marker has overtaken arrive', async () => {
    const late = { arrived: () => 3, downstream: (now: number) => (now < 400 ? 'half' : 'all') };
    expect(await waited(late, { timeout: 10_000, settle: 5_000 })).toEqual([SYNCED, 400]);
    expect(await waited(late, PATIENT)).toEqual([SYNCED, 0]);
  });

  it('counts as caught up, however the sides differ, when downstream has settled', async () => {
    const lossy = {
      arrived: () => 3,
      downstream: (now: number) => `half of ${Math.min(4, Math.floor(now / 1000))}`,
    };
    expect(await waited(lossy, { timeout: 10_000, settle: 5_000 })).toEqual([SYNCED, 9_000]);
  });
});
