import { describe, expect, it } from 'vitest';
import type { Command, Kind } from '../../../model/command.js';
import type { LaneCommand } from '../../../model/commands/concurrently.js';
import { numbered } from '../../../model/numbered.js';
import { smaller } from '../../../src/shrink/order.js';
import { partsOf, pruned } from '../../../src/shrink/prune.js';
import { create, normal } from '../../model/make.js';
import { shrinkBy, shrunk } from './fixtures.js';

const insert = (table: string, ...ids: number[]): LaneCommand => ({ kind: 'insert', table, ids });
const auto = (table: string, rows: number): LaneCommand => ({ kind: 'insertAuto', table, rows });
const truncate = (table: string): LaneCommand => ({ kind: 'truncateTable', table });
const recover = (table: string): LaneCommand => ({ kind: 'recoverTable', table });
const drop = (table: string): LaneCommand => ({ kind: 'dropTable', table });
const kill = (capture: number, signal: 'KILL' | 'TERM' = 'TERM', delay = 0): LaneCommand => ({
  kind: 'killCapture',
  capture,
  signal,
  delay,
});
const start = (capture: number): LaneCommand => ({ kind: 'startCapture', capture, delay: 9 });
const check: Command = { kind: 'check' };

type Lane = readonly [offset: number, ...commands: readonly LaneCommand[]];

function block(...lanes: readonly Lane[]): Command {
  return { kind: 'concurrently', lanes: lanes.map(([offset, ...commands]) => ({ offset, commands })) };
}

/** Four lanes of two sorts of inserts, DDL and kills, between commands that stand alone. */
const busy: readonly Command[] = [
  normal('orders'),
  normal('staging'),
  insert('orders', 7),
  block(
    [12, drop('staging'), recover('staging'), truncate('orders'), truncate('staging')],
    [0, auto('staging', 4), insert('orders', 70, 940), auto('orders', 2)],
    [40, auto('orders', 3), auto('staging', 1)],
    [5, kill(1, 'KILL', 30), start(1), kill(0, 'KILL')],
  ),
  check,
  insert('staging', 900),
  block([3, truncate('orders'), insert('staging', 901)], [8, auto('orders', 2), auto('orders', 3)]),
  start(0),
];

/** For each block the kinds in each of its lanes. */
function lanesOf(commands: readonly Command[]): readonly (readonly (readonly Kind[])[])[] {
  return commands.flatMap((each) =>
    each.kind === 'concurrently' ? [each.lanes.map((lane) => lane.commands.map(({ kind }) => kind))] : [],
  );
}

/** Whether some block has all these kinds, each in a lane of its own. */
function atOnce(...kinds: readonly (readonly Kind[])[]): (commands: readonly Command[]) => boolean {
  const fit = (lanes: readonly (readonly Kind[])[], [first, ...others]: typeof kinds): boolean =>
    first === undefined ||
    lanes.some(
      (lane, place) => first.some((kind) => lane.includes(kind)) && fit(lanes.toSpliced(place, 1), others),
    );
  return (commands) => lanesOf(commands).some((lanes) => fit(lanes, kinds));
}

const has = (commands: readonly Command[], kind: Kind): boolean =>
  numbered(commands).some(({ command }) => command.kind === kind);

const INSERTS: readonly Kind[] = ['insert', 'insertAuto'];

describe('what is left of blocks', () => {
  it('is nothing where nothing has to run at once', () => {
    const fails = (all: readonly Command[]): boolean => has(all, 'truncateTable') && has(all, 'killCapture');
    const { result, asked } = shrinkBy({ commands: busy, schedule: 0 }, fails);
    expect(result.commands).toEqual([normal('t1'), kill(0), truncate('t1')]);
    expect(asked[0]?.sequence.commands.some(({ kind }) => kind === 'concurrently')).toBe(false);
  });

  it('is two lanes of one command each where two commands have to meet', () => {
    expect(shrunk(busy, atOnce(['truncateTable'], INSERTS)).commands).toEqual([
      normal('t1'),
      block([0, insert('t1', 1)], [0, truncate('t1')]),
    ]);
  });

  it('is three lanes where three have to', () => {
    const fails = atOnce(['truncateTable'], INSERTS, ['killCapture']);
    expect(shrunk(busy, fails).commands).toEqual([
      normal('t1'),
      block([0, insert('t1', 1)], [0, truncate('t1')], [0, kill(0)]),
    ]);
  });

  it('is a lane of two commands where one lane does two things while another does a third', () => {
    const fails = (all: readonly Command[]): boolean =>
      lanesOf(all).some(
        (lanes) =>
          lanes.some((lane) => /dropTable.*recoverTable/.test(lane.join())) &&
          lanes.some((lane) => lane.includes('killCapture')),
      );
    expect(shrunk(busy, fails).commands).toEqual([
      normal('t1'),
      block([0, drop('t1'), recover('t1')], [0, kill(0)]),
    ]);
  });

  it('has what need not run at once outside', () => {
    const fails = (all: readonly Command[]): boolean =>
      atOnce(['truncateTable'], INSERTS)(all) && has(all, 'killCapture') && has(all, 'dropTable');
    expect(shrunk(busy, fails).commands).toEqual([
      normal('t1'),
      normal('t2'),
      drop('t2'),
      kill(0),
      block([0, insert('t1', 1)], [0, truncate('t1')]),
    ]);
  });

  it('has an offset halved for as long as it fails, and where runs cost nothing to the millisecond', () => {
    const commands = [normal('t1'), block([0, insert('t1', 1)], [44, truncate('t1')])];
    const isLate = (all: readonly Command[]): boolean =>
      atOnce(['truncateTable'], ['insert'])(all) &&
      all.some((each) => each.kind === 'concurrently' && (each.lanes[1]?.offset ?? 0) >= 9);
    const late = (offset: number): readonly Command[] => [
      normal('t1'),
      block([0, insert('t1', 1)], [offset, truncate('t1')]),
    ];
    expect(shrunk(commands, isLate).commands).toEqual(late(11));
    expect(shrinkBy({ commands, schedule: 0 }, isLate, true).result.commands).toEqual(late(9));
  });

  it('is found where two others meet on the plain schedule, where runs cost nothing', () => {
    const drawn = [
      normal('t1'),
      block([41, truncate('t1')], [0, drop('t1'), recover('t1'), insert('t1', 3)]),
      insert('t1', 4),
    ];
    const meet = JSON.stringify([block([0, insert('t1', 1)], [0, truncate('t1')])]);
    const fails = (all: readonly Command[], schedule: number): boolean =>
      (schedule === 54 && JSON.stringify(all) === JSON.stringify(drawn)) ||
      (schedule === 0 && JSON.stringify(all.slice(-1)).replace(/\[[34]\]/, '[1]') === meet);
    expect(shrinkBy({ commands: drawn, schedule: 54 }, fails).result.commands).toEqual(drawn);
    expect(shrinkBy({ commands: drawn, schedule: 54 }, fails, true).result).toEqual({
      commands: [normal('t1'), block([0, insert('t1', 1)], [0, truncate('t1')])],
      schedule: 0,
    });
  });

  it('keeps the one row of several that matters', () => {
    const fails = (all: readonly Command[]): boolean =>
      atOnce(['truncateTable'], ['insert'])(all) &&
      numbered(all).some(({ command }) => command.kind === 'insert' && command.ids.includes(940));
    expect(shrunk(busy, fails).commands).toEqual([
      normal('t1'),
      block([0, insert('t1', 940)], [0, truncate('t1')]),
    ]);
  });
});

describe('inside a block', () => {
  it('a command goes with its table, unless another one there makes it', () => {
    const commands = [
      normal('t1'),
      normal('t2'),
      block([0, drop('t2'), recover('t2')], [0, insert('t1', 1), insert('t2', 1)], [0, kill(0), kill(0)]),
    ];
    const parts = partsOf(commands, 2);
    expect(parts.map(({ applied }) => applied)).toEqual(Array.from({ length: 8 }, () => true));
    expect(pruned(parts.toSpliced(0, 1), 2)).toEqual([
      normal('t2'),
      block([0, drop('t2'), recover('t2')], [0, insert('t2', 1)], [0, kill(0), kill(0)]),
    ]);
    expect(pruned(parts.toSpliced(1, 1), 2)).toEqual([
      normal('t1'),
      block([0, insert('t1', 1)], [0, kill(0), kill(0)]),
    ]);
    expect(pruned(parts.toSpliced(2, 1), 2)).toEqual([
      normal('t1'),
      normal('t2'),
      block([0, insert('t1', 1), insert('t2', 1)], [0, kill(0), kill(0)]),
    ]);
  });

  it('a command that is refused in every order counts as one that is there to fail', () => {
    const commands = [normal('t1'), block([0, insert('t1', 1)], [0, insert('t9', 1)])];
    expect(partsOf(commands, 2).map(({ applied }) => applied)).toEqual([true, true, false]);
    expect(pruned(partsOf(commands, 2).toSpliced(0, 1), 2)).toEqual([insert('t9', 1)]);
  });

  it('a lane that is left alone is judged command by command', () => {
    const commands = [block([0, normal('t1') as LaneCommand], [0, insert('t1', 1), insert('t1', 2)])];
    expect(pruned(partsOf(commands, 2).toSpliced(0, 1), 2)).toEqual([]);
  });
});

describe('the order of sequences', () => {
  const one = [normal('t1'), block([0, insert('t1', 1)], [0, truncate('t1')])];
  it.each<[string, readonly Command[], readonly Command[]]>([
    ['no block', [normal('t1'), insert('t1', 1), truncate('t1'), kill(1, 'KILL', 50)], one],
    ['fewer commands', one, [normal('t1'), block([0, insert('t1', 1)], [0, truncate('t1'), kill(0)])]],
    [
      'fewer lanes',
      [normal('t1'), block([0, insert('t1', 1), kill(0)], [0, truncate('t1')])],
      [normal('t1'), block([0, insert('t1', 1)], [0, truncate('t1')], [0, kill(0)])],
    ],
    [
      'fewer commands in lanes',
      [...one, kill(0, 'KILL', 9)],
      [normal('t1'), block([0, insert('t1', 1)], [0, truncate('t1'), kill(0)])],
    ],
    ['smaller offsets', one, [normal('t1'), block([0, insert('t1', 1)], [1, truncate('t1')])]],
    ['plainer lanes first', one, [normal('t1'), block([0, truncate('t1')], [0, insert('t1', 1)])]],
    ['fewer rows', one, [normal('t1'), block([0, insert('t1', 1, 2)], [0, truncate('t1')])]],
  ])('%s is simpler', (_, a, b) => {
    const [left, right] = [a, b].map((commands) => ({ commands, schedule: 0 }));
    if (left === undefined || right === undefined) throw new Error('two sequences');
    expect([smaller(left, right), smaller(right, left)]).toEqual([true, false]);
  });

  it('a table with partitions comes first, in a block too', () => {
    const first = { commands: [create('t1', ['p0', 1]), normal('t2')], schedule: 0 };
    expect(smaller(first, { ...first, commands: first.commands.toReversed() })).toBe(true);
  });
});
