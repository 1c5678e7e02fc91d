import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../../model/sequence.js';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { loadWorkload } from '../../../src/conf/workload.js';
import { run } from '../../../src/run/run.js';
import { sequencesFor } from '../../../src/search/arena.js';
import { options, verdictOf } from '../../planted/onEmbedded.js';

const shares = [
  ['smoke', 2, 3000],
  ['partition-ddl', 2, 3000],
  ['partition-ddl', 3, 1000],
  ['partition-ddl', 1, 500],
  ['issue-1192', 2, 500],
] as const;

describe('the healthy cluster', () => {
  it.each(shares)(
    'is right under every sequence of %s with %d captures (%d of them)',
    async (name, captures, numRuns) => {
      const cluster = await openEmbedded({ name: 'embedded', faults: [], captures });
      const sequences = sequencesFor(loadWorkload(name), cluster);
      const isRight = async (sequence: Sequence): Promise<void> => {
        expect((await run(sequence, cluster, options)).verdict).toEqual({ kind: 'passed' });
      };
      await fc.assert(fc.asyncProperty(sequences, isRight), { numRuns, seed: 1192 });
    },
    60_000,
  );

  it('does the same thing again, in the same virtual time, for the same sequence and schedule', async () => {
    const cluster = await openEmbedded({ name: 'embedded', faults: [] });
    const [sequence] = fc.sample(sequencesFor(loadWorkload('partition-ddl'), cluster), {
      numRuns: 1,
      seed: 5,
    });
    if (sequence === undefined) throw new Error('no sequence');
    const first = await run(sequence, cluster, options);
    expect(await run(sequence, cluster, options)).toEqual(first);
    const other = await run({ ...sequence, schedule: sequence.schedule + 1 }, cluster, options);
    expect(other.trace.map(({ end }) => end)).not.toEqual(first.trace.map(({ end }) => end));
    expect(other.verdict).toEqual({ kind: 'passed' });
  });

  it('is stuck, and says why, where no capture is alive', async () => {
    const cluster = await openEmbedded({ name: 'embedded', faults: [] });
    const session = await cluster.open('cdcheck_test', 0);
    await session.kill(0, 'KILL');
    await session.kill(1, 'TERM');
    await session.execute({ number: 1, command: { kind: 'createTable', table: 't1', partitions: null } });
    expect(await session.sync(1000)).toEqual({
      kind: 'stuck',
      target: '1',
      reached: '0',
      cause: 'no capture is alive',
    });
    expect(await session.snapshot('downstream')).toEqual({});
  });

  it('catches up once a capture is started', async () => {
    const commands = [
      { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 0 },
      { kind: 'killCapture', capture: 1, signal: 'KILL', delay: 0 },
      { kind: 'createTable', table: 't1', partitions: null },
      { kind: 'insert', table: 't1', ids: [1] },
      { kind: 'startCapture', capture: 1, delay: 0 },
    ] as const;
    await expect(verdictOf({ commands, schedule: 0 }, [])).resolves.toEqual({ kind: 'passed' });
  });
});
