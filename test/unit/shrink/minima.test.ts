import { describe, expect, it } from 'vitest';
import type { Command, Kind } from '../../../model/command.js';
import { planted, SIMPLEST } from '../../bench/shrink/bugs.js';
import { shrunk } from './fixtures.js';

const has = (commands: readonly Command[], kind: Kind): boolean =>
  commands.some((each) => each.kind === kind);

const parted: Command = {
  kind: 'createTable',
  table: 'orders',
  partitions: [
    { name: 'low', lessThan: 100 },
    { name: 'mid', lessThan: 500 },
    { name: 'high', lessThan: 'MAXVALUE' },
  ],
};
const plain: Command = { kind: 'createTable', table: 'staging', partitions: null };
const kill = (capture: number, delay: number): Command => ({
  kind: 'killCapture',
  capture,
  signal: 'KILL',
  delay,
});

describe('the simplest sequence that fails', () => {
  it.each([0, 1, 2, 3, 4])('is six coupled commands, found among forty (seed %i)', (seed) => {
    const { sequence, fails } = planted(40, seed);
    const result = shrunk(sequence.commands, (commands) => fails({ commands, schedule: 0 }));
    expect(result.commands).toEqual(SIMPLEST);
  });

  it('is empty where everything fails', () => {
    expect(shrunk([parted, plain, kill(1, 5)], () => true)).toEqual({ commands: [], schedule: 0 });
  });

  it('has its tables and ids renamed in all commands at once', () => {
    const commands: Command[] = [
      plain,
      { kind: 'insert', table: 'staging', ids: [70, 940] },
      { kind: 'delete', table: 'staging', from: 940, to: 940 },
    ];
    const deletesRow = (all: readonly Command[]): boolean =>
      all.some(
        (each) =>
          each.kind === 'delete' && all.some((one) => one.kind === 'insert' && one.ids.includes(each.from)),
      );
    expect(shrunk(commands, deletesRow).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: null },
      { kind: 'insert', table: 't1', ids: [1] },
      { kind: 'delete', table: 't1', from: 1, to: 1 },
    ]);
  });

  it('has the one row of several that matters', () => {
    const commands: Command[] = [parted, { kind: 'insert', table: 'orders', ids: [450, 7, 8, 460, 70, 480] }];
    const hasSmall = (all: readonly Command[]): boolean =>
      all.some((each) => each.kind === 'insert' && each.ids.includes(8));
    expect(shrunk(commands, hasSmall).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: null },
      { kind: 'insert', table: 't1', ids: [8] },
    ]);
  });

  it('is a statement by itself in place of a transaction', () => {
    const commands: Command[] = [
      plain,
      {
        kind: 'transaction',
        statements: [
          { kind: 'insert', table: 'staging', ids: [5, 6] },
          { kind: 'update', table: 'staging', from: 5, to: 9 },
        ],
      },
    ];
    const writes = (all: readonly Command[]): boolean => has(all, 'transaction') || has(all, 'insert');
    expect(shrunk(commands, writes).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: null },
      { kind: 'insert', table: 't1', ids: [1] },
    ]);
  });

  it('has one row in each statement of a transaction that is needed', () => {
    const commands: Command[] = [
      parted,
      plain,
      {
        kind: 'transaction',
        statements: [
          { kind: 'insert', table: 'orders', ids: [450, 7] },
          { kind: 'insert', table: 'staging', ids: [9, 3, 12] },
        ],
      },
    ];
    const isOverTwo = (all: readonly Command[]): boolean =>
      all.some(
        (each) => each.kind === 'transaction' && new Set(each.statements.map(({ table }) => table)).size > 1,
      );
    expect(shrunk(commands, isOverTwo).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: null },
      { kind: 'createTable', table: 't2', partitions: null },
      {
        kind: 'transaction',
        statements: [
          { kind: 'insert', table: 't1', ids: [1] },
          { kind: 'insert', table: 't2', ids: [1] },
        ],
      },
    ]);
  });

  it('gives the ids that AUTO_INCREMENT would give', () => {
    const commands: Command[] = [plain, { kind: 'insertAuto', table: 'staging', rows: 3 }];
    const writes = (all: readonly Command[]): boolean => has(all, 'insertAuto') || has(all, 'insert');
    expect(shrunk(commands, writes).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: null },
      { kind: 'insert', table: 't1', ids: [1] },
    ]);
  });

  it('keeps a KILL where a TERM does not do, with its delay and wait halved for as long as it fails', () => {
    const commands: Command[] = [{ kind: 'wait', ms: 100 }, kill(1, 64), { kind: 'wait', ms: 900 }];
    const dies = (all: readonly Command[]): boolean =>
      all.some((each) => each.kind === 'killCapture' && each.signal === 'KILL' && each.delay >= 16) &&
      all.some((each) => each.kind === 'wait' && each.ms >= 100);
    expect(shrunk(commands, dies).commands).toEqual([
      { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 16 },
      { kind: 'wait', ms: 112 },
    ]);
  });

  it('has fewer partitions, made by fewer', () => {
    const commands: Command[] = [
      parted,
      {
        kind: 'reorganizePartition',
        table: 'orders',
        partitions: ['low', 'mid'],
        into: [
          { name: 'r0', lessThan: 50 },
          { name: 'r1', lessThan: 500 },
        ],
      },
    ];
    expect(shrunk(commands, (all) => has(all, 'reorganizePartition')).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: [{ name: 'p0', lessThan: 'MAXVALUE' }] },
      {
        kind: 'reorganizePartition',
        table: 't1',
        partitions: ['p0'],
        into: [{ name: 'p1', lessThan: 'MAXVALUE' }],
      },
    ]);
  });

  it('does without a rename that everything else went through', () => {
    const commands: Command[] = [
      plain,
      { kind: 'renameTable', table: 'staging', to: 'archive' },
      { kind: 'insert', table: 'archive', ids: [9] },
    ];
    expect(shrunk(commands, (all) => has(all, 'insert')).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: null },
      { kind: 'insert', table: 't1', ids: [1] },
    ]);
  });

  it('does without two indexes that only make both sides of an exchange alike', () => {
    const index = { name: 'i_data', column: 'data' };
    const commands: Command[] = [
      parted,
      plain,
      { kind: 'addIndex', table: 'orders', index },
      { kind: 'addIndex', table: 'staging', index },
      { kind: 'exchangePartition', table: 'orders', partition: 'mid', with: 'staging' },
    ];
    expect(shrunk(commands, (all) => has(all, 'exchangePartition')).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: [{ name: 'p0', lessThan: 'MAXVALUE' }] },
      { kind: 'createTable', table: 't2', partitions: null },
      { kind: 'exchangePartition', table: 't1', partition: 'p0', with: 't2' },
    ]);
  });

  it('has one kill in place of several, of the capture that matters', () => {
    const start = (capture: number): Command => ({ kind: 'startCapture', capture, delay: 9 });
    const commands: Command[] = [kill(0, 3), kill(1, 0), start(1), start(0), kill(1, 40)];
    const ownerDies = (all: readonly Command[]): boolean => {
      let alive = [0, 1];
      for (const each of all) {
        if (each.kind === 'startCapture') alive = [...alive, each.capture];
        if (each.kind !== 'killCapture') continue;
        if (each === all.at(-1)) return alive[0] === each.capture;
        alive = alive.filter((capture) => capture !== each.capture);
      }
      return false;
    };
    expect(shrunk(commands, ownerDies).commands).toEqual([
      { kind: 'killCapture', capture: 0, signal: 'TERM', delay: 0 },
    ]);
  });

  it('numbers its ids as they are written, its columns as they are added', () => {
    const column = { name: 'z', default: 2 };
    const commands: Command[] = [
      plain,
      { kind: 'addColumn', table: 'staging', column },
      { kind: 'addIndex', table: 'staging', index: { name: 'i_z', column: 'z' } },
      { kind: 'insert', table: 'staging', ids: [80] },
      { kind: 'insert', table: 'staging', ids: [8] },
    ];
    const addsTwo = (all: readonly Command[]): boolean =>
      has(all, 'addColumn') &&
      has(all, 'addIndex') &&
      all.filter(({ kind }) => kind === 'insert').length === 2;
    expect(shrunk(commands, addsTwo).commands).toEqual([
      { kind: 'createTable', table: 't1', partitions: null },
      { kind: 'addColumn', table: 't1', column: { name: 'x', default: 0 } },
      { kind: 'addIndex', table: 't1', index: { name: 'i_x', column: 'x' } },
      { kind: 'insert', table: 't1', ids: [1] },
      { kind: 'insert', table: 't1', ids: [2] },
    ]);
  });

  it('keeps a command that fails on purpose', () => {
    const commands: Command[] = [plain, { kind: 'dropTable', table: 'nowhere' }, kill(0, 0)];
    expect(shrunk(commands, (all) => has(all, 'dropTable')).commands).toEqual([
      { kind: 'dropTable', table: 't1' },
    ]);
  });

  it('has the plain schedule, asked for first, unless the failure needs the drawn one', () => {
    expect(shrunk([plain, kill(0, 0)], (all) => has(all, 'killCapture'), 77).schedule).toBe(0);
    const result = shrunk(
      [plain, kill(0, 0)],
      (all, schedule) => schedule === 77 && has(all, 'killCapture'),
      77,
    );
    expect(result).toEqual({ commands: [{ ...kill(0, 0), signal: 'TERM' }], schedule: 77 });
  });
});
