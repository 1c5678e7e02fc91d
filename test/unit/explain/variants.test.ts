import { expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { LaneCommand } from '../../../model/commands/concurrently.js';
import { variantsOf } from '../../../src/explain/variants.js';
import { normal } from '../../model/make.js';

const kill = (capture: number, signal: 'KILL' | 'TERM' = 'KILL', delay = 7): LaneCommand => ({
  kind: 'killCapture',
  capture,
  signal,
  delay,
});
const start = (capture: number): LaneCommand => ({ kind: 'startCapture', capture, delay: 0 });
const check: Command = { kind: 'check' };
const table = normal('t1');
const row: LaneCommand = { kind: 'insert', table: 't1', ids: [1] };

it('changes the failover of one kill in every way', () => {
  const variants = variantsOf({ commands: [table, kill(0), row], schedule: 4 }, 2);
  expect(variants.map(({ label, sequence }) => [label, sequence])).toEqual([
    ['no kill', { commands: [table, row], schedule: 4 }],
    ['TERM for every kill', { commands: [table, kill(0, 'TERM'), row], schedule: 4 }],
    [
      'capture 0 alone',
      { commands: [kill(1, 'KILL', 0), check, table, kill(0), start(0), row], schedule: 4 },
    ],
    ['kill #2 before the first command', { commands: [kill(0), table, row], schedule: 4 }],
    ['kill #2 after #3', { commands: [table, row, kill(0)], schedule: 4 }],
  ]);
  expect(variants.map(({ change }) => change)).toEqual([
    { kind: 'noKill' },
    { kind: 'signal', signal: 'TERM' },
    { kind: 'oneCapture', capture: 0 },
    { kind: 'killMoved', number: 2, after: 0 },
    { kind: 'killMoved', number: 2, after: 3 },
  ]);
});

it('moves a kill together with the start that follows it, where no kill then meets a dead capture', () => {
  const commands = [kill(1), table, row, start(1), kill(1, 'TERM')];
  const moves = variantsOf({ commands, schedule: 0 }, 2).filter(({ change }) => change.kind === 'killMoved');
  expect(moves.map(({ label, sequence }) => [label, sequence.commands])).toEqual([
    ['kill #1 before the first command', [kill(1), start(1), table, row, kill(1, 'TERM')]],
    ['kill #1 after #2', [table, kill(1), start(1), row, kill(1, 'TERM')]],
    ['kill #1 after #3', [table, row, kill(1), start(1), kill(1, 'TERM')]],
  ]);
});

it('has nothing to change but the number of captures where nothing is killed', () => {
  const variants = variantsOf({ commands: [table, row], schedule: 0 }, 2);
  expect(variants.map(({ label }) => label)).toEqual(['capture 0 alone']);
  expect(variantsOf({ commands: [table, row], schedule: 0 }, 1)).toEqual([]);
});

it('changes kills within lanes, and takes one lane after the other', () => {
  const more: LaneCommand = { kind: 'insert', table: 't1', ids: [2] };
  const block = (...lanes: readonly (readonly LaneCommand[])[]): Command => ({
    kind: 'concurrently',
    lanes: lanes.map((each) => ({ offset: 3, commands: each })),
  });
  const commands = [table, block([row, more], [kill(0), start(0)])];
  const variants = variantsOf({ commands, schedule: 0 }, 1);
  expect(variants.map(({ label, sequence }) => [label, sequence.commands])).toEqual([
    ['no kill', [table, row, more]],
    ['TERM for every kill', [table, block([row, more], [kill(0, 'TERM'), start(0)])]],
    ['lanes one after the other', [table, row, more, kill(0), start(0)]],
    ['kill #4 before the first command', [kill(0), start(0), table, row, more]],
    ['kill #4 after #1', [table, kill(0), start(0), row, more]],
    ['kill #4 after #2', [table, row, kill(0), start(0), more]],
    ['kill #4 after #3', [table, row, more, kill(0), start(0)]],
  ]);
});
