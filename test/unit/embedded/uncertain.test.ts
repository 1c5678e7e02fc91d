import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { LaneCommand } from '../../../model/commands/concurrently.js';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { run } from '../../../src/run/run.js';
import { create, normal, rows } from '../../model/make.js';
import { options } from '../../planted/onEmbedded.js';

const trunc: LaneCommand = { kind: 'truncateTable', table: 't2' };
const dropT2: LaneCommand = { kind: 'dropTable', table: 't2' };
const recover: LaneCommand = { kind: 'recoverTable', table: 't2' };
const exchange: LaneCommand = { kind: 'exchangePartition', table: 't1', partition: 'p0', with: 't2' };
const flashback: Command = { kind: 'flashbackTable', table: 't2', to: 't3' };

/** Rows in a partition, and an empty table that they can be exchanged with. */
const start: readonly Command[] = [
  create('t1', ['p0', 100], ['p1', 'MAXVALUE']),
  normal('t2'),
  rows('t1', 1, 2),
];

/** Whether t2 was empty or had the rows when it was dropped, nothing tells afterwards: t1 has lost them, t2 is gone. */
const block: Command = {
  kind: 'concurrently',
  lanes: [
    { offset: 0, commands: [trunc, dropT2] },
    { offset: 0, commands: [exchange] },
  ],
};

/** The verdict of a run on this schedule, and the kinds of the commands that were carried out after the third one. */
async function ranOn(commands: readonly Command[], schedule: number): Promise<readonly [string, string[]]> {
  const cluster = await openEmbedded({ name: 'embedded', faults: [] });
  const { verdict, trace } = await run({ commands, schedule }, cluster, options);
  const entries = trace.flatMap((entry) => (entry.type === 'command' && entry.number > 3 ? [entry] : []));
  return [verdict.kind, entries.map(({ command }) => command.kind)];
}

describe('what was thrown away while other commands were under way', () => {
  it.each([recover, flashback])(
    'is not brought back later, since nobody knows what it is: $kind',
    async (back) => {
      for (let schedule = 1; schedule <= 50; schedule++) {
        const [verdict, kinds] = await ranOn([...start, block, back, rows('t1', 3)], schedule);
        expect(verdict).toBe('passed');
        expect(kinds).toContain('dropTable');
        expect(kinds).not.toContain(back.kind);
      }
    },
  );

  it('is not brought back in a later block either, but for what that one has thrown away itself', async () => {
    const later: Command = {
      kind: 'concurrently',
      lanes: [
        { offset: 0, commands: [recover, normal('t2') as LaneCommand, dropT2, recover] },
        { offset: 0, commands: [rows('t1', 3) as LaneCommand] },
      ],
    };
    for (let schedule = 1; schedule <= 50; schedule++) {
      const [verdict, kinds] = await ranOn([...start, block, later], schedule);
      expect(verdict).toBe('passed');
      expect(kinds.filter((kind) => kind === 'recoverTable')).toHaveLength(1);
    }
  });

  it('is brought back in the same block', async () => {
    const commands: Command = {
      kind: 'concurrently',
      lanes: [
        { offset: 0, commands: [trunc, dropT2, recover] },
        { offset: 0, commands: [exchange] },
      ],
    };
    for (let schedule = 1; schedule <= 50; schedule++) {
      const [verdict, kinds] = await ranOn([...start, commands], schedule);
      expect(verdict).toBe('passed');
      expect(kinds).toContain('recoverTable');
    }
  });
});
