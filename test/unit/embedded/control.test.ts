import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { loadWorkload } from '../../../src/conf/workload.js';
import { run } from '../../../src/run/run.js';
import { sequencesFor } from '../../../src/search/arena.js';
import { create, normal, rows } from '../../model/make.js';
import { options, plainly } from '../../planted/onEmbedded.js';

const pause: Command = { kind: 'pauseChangefeed' };
const resume: Command = { kind: 'resumeChangefeed' };
const resign: Command = { kind: 'resignOwner' };
const move = (partition: string | null, target: number): Command => ({
  kind: 'moveTable',
  table: 't',
  partition,
  target,
});
const caughtUp: Command = { kind: 'wait', ms: 2000 };

/** The workload of partition DDL with commands to replication as a whole among the others. */
const workload = loadWorkload('partition-ddl');
const controlled = {
  ...workload,
  weights: {
    ...workload.weights,
    pauseChangefeed: 4,
    resumeChangefeed: 4,
    resignOwner: 4,
    moveTable: 8,
    flashbackTable: 3,
  },
};

describe('the healthy cluster', () => {
  it.each([2, 3])(
    'is right under pauses, resignations and moves, with %d captures',
    async (captures) => {
      const cluster = await openEmbedded({ name: 'embedded', faults: [], captures });
      const seen = new Set<string>();
      const isRight = async (sequence: Sequence): Promise<void> => {
        const { verdict, trace } = await run(sequence, cluster, options);
        for (const entry of trace) if (entry.type === 'command') seen.add(entry.command.kind);
        expect(verdict).toEqual({ kind: 'passed' });
      };
      const sequences = sequencesFor(controlled, cluster);
      await fc.assert(fc.asyncProperty(sequences, isRight), { numRuns: 1000, seed: 1192 });
      expect([...seen].sort()).toEqual(
        Object.keys(controlled.weights)
          .filter((kind) => kind !== 'check')
          .sort(),
      );
    },
    60_000,
  );

  it('carries nothing while it is paused, and everything once it is resumed', async () => {
    const session = await (await openEmbedded({ name: 'embedded', faults: [] })).open('cdcheck_test', 0);
    await session.execute({ number: 1, command: normal('t') });
    await session.control?.({ kind: 'pauseChangefeed' });
    await session.execute({ number: 2, command: rows('t', 1) });
    expect(await session.sync(5000)).toMatchObject({ kind: 'stuck', cause: 'replication is paused' });
    expect((await session.snapshot('downstream'))['t']?.rows).toEqual([]);
    await session.control?.({ kind: 'resumeChangefeed' });
    expect((await session.sync(5000)).kind).toBe('synced');
    expect((await session.snapshot('downstream'))['t']?.rows).toHaveLength(1);
  });

  it.each([
    ['no capture is alive when it is resumed', [pause, kill(0), kill(1), resume]],
    ['the owner dies while it is paused', [pause, kill(0), rows('t', 3), resume, rows('t', 4)]],
    ['the owner resigns while it is paused', [pause, resign, rows('t', 3), resume]],
    ['the owner resigns and dies', [resign, kill(0), rows('t', 3)]],
    ['a table is moved to a capture that dies', [move('p0', 1), rows('t', 3), kill(1), rows('t', 4)]],
  ] as const)('is right where %s', async (_, commands) => {
    const before = [create('t', ['p0', 10], ['p1', 20]), rows('t', 1, 11), caughtUp, rows('t', 2)];
    await expect(plainly([...before, ...commands], [])).resolves.toEqual({ kind: 'passed' });
  });
});

describe('planted faults', () => {
  it('show by a pause as they do by a kill: resume-too-late', async () => {
    const verdict = await plainly([normal('t'), caughtUp, rows('t', 1), pause, resume], ['resume-too-late']);
    expect(verdict).toMatchObject({ kind: 'failed', anomalies: [{ kind: 'lostRows', rows: [{ id: 1 }] }] });
  });

  it('show by a move as they do by a takeover: partition-moved', async () => {
    const commands = [create('t', ['p0', 10]), rows('t', 1), caughtUp, move('p0', 0), rows('t', 2)];
    await expect(plainly(commands, [])).resolves.toEqual({ kind: 'passed' });
    const verdict = await plainly(commands, ['partition-moved']);
    expect(verdict).toMatchObject({ kind: 'failed', anomalies: [{ kind: 'lostRows', rows: [{ id: 2 }] }] });
  });
});

function kill(capture: number): Command {
  return { kind: 'killCapture', capture, signal: 'KILL', delay: 0 };
}
