import { describe, expect, it } from 'vitest';
import type { Command, Kind } from '../../../model/command.js';
import type { Concurrently } from '../../../model/commands/concurrently.js';
import { smaller } from '../../../src/shrink/order.js';
import { failures, partsOf, pruned } from '../../../src/shrink/prune.js';
import { losesRow, planted } from '../../bench/shrink/bugs.js';
import { samples, shrinkBy } from './fixtures.js';

const has = (commands: readonly Command[], kind: Kind): boolean =>
  commands.some((each) => each.kind === kind);

/** Whether a block has this kind in a lane that does not have both. */
const meets = ({ lanes }: Concurrently, kind: Kind): boolean =>
  lanes.some(({ commands }) => has(commands, kind) && new Set(commands.map((each) => each.kind)).size === 1);

/** Failures of several natures: by kind, in an order, by count, by a state of the model, and one that removing can bring about. */
const predicates: Readonly<Record<string, (commands: readonly Command[]) => boolean>> = {
  'a kill and an update': (commands) => has(commands, 'killCapture') && has(commands, 'update'),
  'a truncate before an insert': (commands) => {
    const truncate = commands.findIndex(({ kind }) => kind === 'truncateTable');
    return truncate >= 0 && has(commands.slice(truncate), 'insert');
  },
  'four rows': (commands) =>
    commands.reduce((sum, each) => sum + (each.kind === 'insert' ? each.ids.length : 0), 0) >= 4,
  'a command that fails': (commands) => failures(commands, 2) > 0,
  'an exchange, a kill and a row': (commands) => losesRow({ commands, schedule: 0 }),
  'rows that meet a TRUNCATE in a block': (commands) =>
    commands.some(
      (each) => each.kind === 'concurrently' && meets(each, 'insertAuto') && meets(each, 'truncateTable'),
    ),
  'an even number of DMLs': (commands) =>
    commands.filter(({ kind }) => kind === 'insert' || kind === 'delete').length % 2 === 0,
};

const plantedOnes = [1, 2, 3, 4, 5, 6].map((seed) => planted(30, seed).sequence);

const cases = Object.entries(predicates).flatMap(([name, fails]) => [
  { name, fails, how: 'sparingly', count: 150 },
  { name, fails, how: 'thoroughly', count: 40 },
]);

describe.each(cases)('shrinking $how what fails by $name', ({ fails, how, count }) => {
  const isThorough = how === 'thoroughly';
  const starts = [...samples(count, 21), ...plantedOnes].filter(({ commands }) => fails(commands));
  const runs = starts.map((start) => shrinkBy(start, fails, isThorough));

  it('has something to shrink', () => {
    expect(starts.length).toBeGreaterThan(3);
  });

  it('asks only for what is strictly simpler than the last failing sequence', () => {
    for (const { asked } of runs) {
      for (const { sequence, parent } of asked) expect(smaller(sequence, parent)).toBe(true);
    }
  });

  it('asks for nothing that the model refuses', () => {
    for (const { asked } of runs) {
      for (const { sequence, parent } of asked) {
        expect(failures(sequence.commands, 2)).toBeLessThanOrEqual(failures(parent.commands, 2));
      }
    }
  });

  it('runs nothing twice', () => {
    for (const { asked } of runs) {
      const keys = asked.filter(({ again }) => !again).map(({ sequence }) => JSON.stringify(sequence));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('asks again only for what passed before', () => {
    for (const { asked } of runs) expect(asked.filter(({ again, failed }) => again && failed)).toEqual([]);
  });

  it('ends where no single command can be removed', () => {
    for (const { result } of runs) {
      const parts = partsOf(result.commands, 2);
      for (const place of parts.keys()) {
        expect(fails(pruned(parts.toSpliced(place, 1), 2))).toBe(false);
      }
    }
  });

  it('comes to the same result again', () => {
    const again = starts.slice(0, 20).map((start) => shrinkBy(start, fails, isThorough).result);
    expect(again).toEqual(runs.slice(0, 20).map(({ result }) => result));
  });
});
