import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { featuresOf } from '../../../src/fuzz/coverage.js';
import { stepsForeseen, type CoverStep } from '../../../src/fuzz/coverSteps.js';
import { create, normal, rows, truncate } from '../../model/make.js';

const kill: Command = { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 0 };
const truncateTable: Command = { kind: 'truncateTable', table: 't1' };

function foreseen(...commands: readonly Command[]): readonly string[] {
  return [...featuresOf(stepsForeseen({ commands, schedule: 0 }, 2), 2)].sort();
}

describe('what a run covers', () => {
  it('is each kind with its outcome, with the state of its table, and in pairs with a kill', () => {
    expect(foreseen(normal('t1'), rows('t1', 1), kill)).toEqual([
      'createTable = ok',
      'createTable > insert',
      'createTable > insert !',
      'createTable @ missing',
      'insert !',
      'insert ! owner of 2 KILL 0',
      'insert = ok',
      'insert @ normal, empty',
      'killCapture = ok',
    ]);
  });

  it('follows partitions as well as tables', () => {
    const features = foreseen(create('t1', ['p0', 100], ['p1', 200]), rows('t1', 1), truncate('t1', 'p0'));
    expect(features).toContain('insert > truncatePartition');
    expect(features.filter((feature) => feature.startsWith('.'))).toEqual(['.insert > .truncatePartition']);
    const other = foreseen(create('t1', ['p0', 100], ['p1', 200]), rows('t1', 1), rows('t1', 2));
    expect(other).toContain('.insert > .insert');
  });

  it('has no pair of which the rows were thrown away before they were looked at', () => {
    expect(foreseen(normal('t1'), rows('t1', 1), truncateTable)).not.toContain('createTable > insert');
    const checked = foreseen(normal('t1'), rows('t1', 1), { kind: 'check' }, truncateTable);
    expect(checked).toContain('createTable > insert');
  });

  it('has what met in lanes', () => {
    const step = (command: CoverStep['command'], lane: number): CoverStep => ({
      command,
      outcome: 'ok',
      block: 1,
      lane,
    });
    const insert = { kind: 'insert', table: 't1', ids: [1] } as const;
    const features = featuresOf([step(insert, 0), step({ kind: 'truncateTable', table: 't1' }, 1)], 2);
    expect([...features].filter((feature) => feature.includes('|'))).toEqual(['insert | truncateTable']);
    const apart = featuresOf([step(insert, 0), step({ kind: 'truncateTable', table: 't2' }, 1)], 2);
    expect([...apart].filter((feature) => feature.includes('|'))).toEqual([]);
  });
});
