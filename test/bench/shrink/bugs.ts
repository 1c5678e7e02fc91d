import * as fc from 'fast-check';
import { apply, expectation } from '../../../model/apply.js';
import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { emptyState } from '../../../model/state.js';
import { partitionFor } from '../../../model/table.js';
import { Sequences } from '../../../src/generate/sequences.js';
import { settings } from '../../unit/generate/settings.js';
import { dice, places } from './dice.js';

/** A failing sequence and what makes it fail. */
export interface Bug {
  readonly sequence: Sequence;
  readonly fails: (sequence: Sequence) => boolean;
}

/**
 * `size` commands that the model lets stand alone, with no parameter to simplify: each drops another column of a table
 * that is not there. The run fails where all of `guilty` chosen ones are in it.
 */
export function independent(size: number, guilty: number, seed: number): Bug {
  const column = (place: number): string => `c${String(place)}`;
  const commands = Array.from({ length: size }, (_, place): Command => {
    return { kind: 'dropColumn', table: 't1', column: column(place) };
  });
  const needed = places(dice(seed), guilty, size).map(column);
  const fails = (sequence: Sequence): boolean => {
    const there = new Set(sequence.commands.map((each) => (each.kind === 'dropColumn' ? each.column : '')));
    return needed.every((each) => there.has(each));
  };
  return { sequence: { commands, schedule: 0 }, fails };
}

/**
 * A bug of six coupled commands, of the family ddl-twice-exchange, seen at the end only: two tables, a row in the normal one, the EXCHANGE
 * that moves it, a kill, and a row written into that partition afterwards, which is lost.
 */
export function losesRow({ commands }: Sequence): boolean {
  let state = emptyState(2);
  const exchanged = new Map<string, 'exchanged' | 'killed'>();
  const lost = new Set<string>();
  for (const [place, command] of commands.entries()) {
    if (expectation(state, command).kind === 'error') continue;
    const before = state;
    state = apply(state, command, place + 1);
    if (command.kind === 'exchangePartition' && (before.tables.get(command.with)?.rows.length ?? 0) > 0) {
      exchanged.set(`${command.table}/${command.partition}`, 'exchanged');
    }
    if (command.kind === 'killCapture') for (const key of exchanged.keys()) exchanged.set(key, 'killed');
    if (command.kind === 'insert') {
      const partitions = state.tables.get(command.table)?.partitions ?? [];
      for (const [row, id] of command.ids.entries()) {
        const key = `${command.table}/${partitionFor(partitions, id)?.name ?? ''}`;
        if (exchanged.get(key) === 'killed') lost.add(`c${String(place + 1)}.${String(row + 1)}`);
      }
    }
  }
  return [...state.tables.values()].some(({ rows }) => rows.some(({ data }) => lost.has(data)));
}

/** The six commands of `losesRow`, with names, ids and delays as they come. */
const SIX: readonly Command[] = [
  {
    kind: 'createTable',
    table: 'orders',
    partitions: [
      { name: 'low', lessThan: 200 },
      { name: 'mid', lessThan: 1000 },
      { name: 'high', lessThan: 'MAXVALUE' },
    ],
  },
  { kind: 'createTable', table: 'staging', partitions: null },
  { kind: 'insert', table: 'staging', ids: [412, 217] },
  { kind: 'exchangePartition', table: 'orders', partition: 'mid', with: 'staging' },
  { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 35 },
  { kind: 'insert', table: 'orders', ids: [731, 3] },
];

/** The simplest sequence that fails by `losesRow`. */
export const SIMPLEST: readonly Command[] = [
  { kind: 'createTable', table: 't1', partitions: [{ name: 'p0', lessThan: 'MAXVALUE' }] },
  { kind: 'createTable', table: 't2', partitions: null },
  { kind: 'insert', table: 't2', ids: [1] },
  { kind: 'exchangePartition', table: 't1', partition: 'p0', with: 't2' },
  { kind: 'killCapture', capture: 0, signal: 'TERM', delay: 0 },
  { kind: 'insert', table: 't1', ids: [2] },
];

/** The six commands spread over a random sequence of `size` commands on other tables, with everything in it but EXCHANGE and kills. */
export function planted(size: number, seed: number): Bug {
  const noise = commandsOf(size - SIX.length, seed);
  const spots = places(dice(seed), SIX.length, size);
  const commands: Command[] = [];
  for (let place = 0, [six, other] = [0, 0]; place < size; place++) {
    const command = spots.includes(place) ? SIX[six++] : noise[other++];
    if (command !== undefined) commands.push(command);
  }
  return { sequence: { commands, schedule: 0 }, fails: losesRow };
}

function commandsOf(count: number, seed: number): readonly Command[] {
  const supports = (kind: Command['kind']): boolean =>
    kind !== 'exchangePartition' && kind !== 'killCapture' && kind !== 'startCapture';
  const sequences = new Sequences(settings({ length: { min: count, max: count }, supports }));
  return fc.sample(sequences, { numRuns: 1, seed })[0]?.commands ?? [];
}
