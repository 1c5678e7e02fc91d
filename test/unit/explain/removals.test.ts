import { expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { removalsOf } from '../../../src/explain/removals.js';
import { add, create, drop, rows } from '../../model/make.js';

const kill: Command = { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 0 };
const start: Command = { kind: 'startCapture', capture: 0, delay: 0 };
const table = create('t1', ['p0', 10]);
const added = add('t1', ['p1', 'MAXVALUE']);
const commands = [table, added, rows('t1', 11), kill, start];

it('leaves out what no longer applies together with each command', () => {
  const removals = removalsOf({ commands, schedule: 3 }, 2);
  expect(removals).toEqual([
    { number: 1, pruned: [2, 3], sequence: { commands: [kill, start], schedule: 3 } },
    { number: 2, pruned: [3], sequence: { commands: [table, kill, start], schedule: 3 } },
    { number: 3, pruned: [], sequence: { commands: [table, added, kill, start], schedule: 3 } },
    { number: 4, pruned: [5], sequence: { commands: [table, added, rows('t1', 11)], schedule: 3 } },
    { number: 5, pruned: [], sequence: { commands: [table, added, rows('t1', 11), kill], schedule: 3 } },
  ]);
});

it('keeps what was there to fail', () => {
  const failing = drop('t1', 'nope');
  const [first] = removalsOf({ commands: [table, failing], schedule: 0 }, 2);
  expect(first).toEqual({ number: 1, pruned: [], sequence: { commands: [failing], schedule: 0 } });
});
