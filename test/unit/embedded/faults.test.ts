import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { TableSeen } from '../../../model/snapshot.js';
import { UsageError, type Cluster, type Session } from '../../../src/cluster/cluster.js';
import { faultNames, faultsNamed, Planted } from '../../../src/cluster/embedded/faults.js';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { addIndex, create, normal, reorganize, rows } from '../../model/make.js';

async function opened(...faults: string[]): Promise<Session> {
  return (await openEmbedded({ name: 'embedded', faults })).open('cdcheck_test', 0);
}

function idsIn(table: TableSeen | undefined): readonly number[] | undefined {
  return table?.rows.map(({ id }) => id);
}

describe('names and probabilities', () => {
  it('refuses a fault that there is none of, and names those that there are', () => {
    const message = `unknown fault 'ddl-thrice'; the faults are ${faultNames.join(', ')}`;
    expect(() => faultsNamed(['stale-epoch', 'ddl-thrice'])).toThrow(new UsageError(message));
  });

  it('refuses a probability above 1', async () => {
    const opening = openEmbedded({ name: 'embedded', faults: [], probability: 1.5 });
    await expect(opening).rejects.toThrow('cluster embedded: probability 1.5 does not lie between 0 and 1');
  });

  it('shows a fault at about the share of opportunities that was asked for, and always at the same ones', () => {
    const hits = (planted: Planted): readonly number[] =>
      Array.from({ length: 1000 }, (_, i) => i).filter((i) => planted.hits('stale-epoch', i));
    const some = hits(new Planted(['stale-epoch'], 0.2, 7));
    expect(some.length).toBeGreaterThan(150);
    expect(some.length).toBeLessThan(250);
    expect(hits(new Planted(['stale-epoch'], 0.2, 7))).toEqual(some);
    expect(hits(new Planted(['stale-epoch'], 0.2, 8))).not.toEqual(some);
    expect(hits(new Planted(['two-writers'], 1, 7))).toEqual([]);
  });

  it.each([
    [[], 0.5, true],
    [['stale-epoch'], 0, true],
    [['stale-epoch'], 1, true],
    [['stale-epoch'], 0.5, false],
  ])('with %j and probability %d: deterministic is %s', async (faults, probability, deterministic) => {
    await expect(openEmbedded({ name: 'embedded', faults, probability })).resolves.toMatchObject({
      deterministic,
    });
  });

  it('gives sessions of one schedule in a row each its own luck, the same each time, and each worker another', async () => {
    const lost = async (cluster: Cluster, schedule: number): Promise<boolean> => {
      const session = await cluster.open('cdcheck_test', schedule);
      await session.execute({ number: 1, command: normal('t1') });
      await session.execute({ number: 2, command: rows('t1', 1) });
      await session.kill(1, 'KILL');
      await session.sync(10_000);
      return idsIn((await session.snapshot('downstream'))['t1'])?.length === 0;
    };
    const inARow = async (worker: number, ...schedules: readonly number[]): Promise<readonly boolean[]> => {
      const cluster = await openEmbedded({
        name: 'embedded',
        faults: ['resume-too-late'],
        probability: 0.5,
        worker,
      });
      const seen: boolean[] = [];
      for (const schedule of schedules) seen.push(await lost(cluster, schedule));
      return seen;
    };
    const first = await inARow(0, 5, 5, 5, 5, 5, 5, 5, 5);
    expect(new Set(first).size).toBe(2);
    await expect(inARow(0, 6, 5, 5, 5, 5, 5, 5, 5, 5).then((seen) => seen.slice(1))).resolves.toEqual(first);
    await expect(inARow(1, 5, 5, 5, 5, 5, 5, 5, 5)).resolves.not.toEqual(first);
  });
});

/** Faults that need commands in flight side by side. */
describe('commands side by side', () => {
  const side = async (session: Session, commands: readonly Command[], first: number): Promise<void> => {
    await Promise.all(commands.map((command, i) => session.execute({ number: first + i, command })));
  };

  it.each([
    [[], [1, 2]],
    [['upstream-reorganize'], [1]],
  ])('upstream with %j keeps rows %j when a row is written while REORGANIZE copies', async (faults, ids) => {
    const session = await opened(...faults);
    await session.execute({ number: 1, command: create('t1', ['p0', 10]) });
    await session.execute({ number: 2, command: rows('t1', 1) });
    await side(session, [reorganize('t1', ['p0'], ['p1', 5], ['p2', 10]), rows('t1', 2)], 3);
    await session.sync(10_000);
    expect(idsIn((await session.snapshot('upstream'))['t1'])).toEqual(ids);
    expect(idsIn((await session.snapshot('downstream'))['t1'])).toEqual([1, 2]);
  });

  it.each([
    [[], 1],
    [['same-timestamp-gap'], 0],
  ])(
    'downstream with %j has %d indexes when a DDL shares its timestamp with a row',
    async (faults, indexes) => {
      const session = await opened(...faults);
      await session.execute({ number: 1, command: normal('t1') });
      await session.sync(10_000);
      // The row is written 29 ms after its statement was begun, and the DDL is not carried out before 31 ms.
      const ended = session.wait(29).then(() => session.kill(0, 'TERM'));
      await Promise.all([side(session, [rows('t1', 1), addIndex('t1', 'i_data', 'data')], 2), ended]);
      expect((await session.sync(10_000)).kind).toBe('synced');
      expect((await session.snapshot('downstream'))['t1']?.indexes).toHaveLength(indexes);
    },
  );
});
