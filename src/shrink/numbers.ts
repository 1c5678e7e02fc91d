import type { Command } from '../../model/command.js';
import { numbered } from '../../model/numbered.js';
import { replaced } from './fields.js';
import { mapSingles } from './leaves.js';

/** A number that stands for the same id or bound wherever it occurs among tables whose rows can meet. */
export interface Place {
  /** One of those tables, the same one for all of them. */
  readonly group: string;
  readonly number: number;
}

/** The ids, ends of ranges of ids and partition bounds of these commands, each once, the smallest first. */
export function placesIn(commands: readonly Command[]): readonly Place[] {
  const group = groups(commands);
  const found = new Map<string, Place>();
  const note = (number: number, table: string): number => {
    found.set(`${group(table)} ${String(number)}`, { group: group(table), number });
    return number;
  };
  for (const command of commands) replaced(command, { number: note });
  return [...found.values()].sort((a, b) => a.number - b.number);
}

/** The commands with `number` put for this place wherever it occurs. */
export function withPlace(commands: readonly Command[], place: Place, number: number): readonly Command[] {
  const group = groups(commands);
  const to = (old: number, table: string): number =>
    old === place.number && group(table) === place.group ? number : old;
  return commands.map((command) => replaced(command, { number: to }));
}

/**
 * The commands with the numbers of each group made 1, 2, 3, … in their order, so that every row stays in its partition
 * and meets the same rows.
 */
export function compressed(commands: readonly Command[]): readonly Command[] {
  const used = new Map<string, number>();
  return placesIn(commands).reduce((result, place) => {
    const number = (used.get(place.group) ?? 0) + 1;
    used.set(place.group, number);
    return withPlace(result, place, number);
  }, commands);
}

/** The commands with the ids of each group given out again in the order in which they are first written. */
export function inOrder(commands: readonly Command[]): readonly Command[] {
  const group = groups(commands);
  const written = new Map<string, Set<number>>();
  for (const { command } of numbered(commands)) noteIds(command, group, written);
  const ids = new Map<string, ReadonlyMap<number, number>>();
  for (const [key, found] of written) {
    const sorted = [...found].sort((a, b) => a - b);
    ids.set(key, new Map([...found].map((id, place) => [id, sorted[place] ?? id])));
  }
  const to = (old: number, table: string): number => ids.get(group(table))?.get(old) ?? old;
  return mapSingles(commands, ({ command }) =>
    isDefining(command) ? command : replaced(command, { number: to }),
  );
}

/** How many pairs of ids are written in falling order. */
export function outOfOrder(commands: readonly Command[]): number {
  const written = new Map<string, Set<number>>();
  for (const { command } of numbered(commands)) noteIds(command, () => '', written);
  const ids = [...(written.get('') ?? [])];
  return falling(ids);
}

/** How many pairs of these numbers stand in falling order. */
export function falling(numbers: readonly number[]): number {
  let pairs = 0;
  numbers.forEach(
    (number, place) => (pairs += numbers.slice(place).filter((later) => later < number).length),
  );
  return pairs;
}

function noteIds(command: Command, group: (table: string) => string, into: Map<string, Set<number>>): void {
  if (command.kind === 'transaction') {
    for (const statement of command.statements) noteIds(statement, group, into);
  }
  if (command.kind !== 'insert') return;
  const key = group(command.table);
  const ids = into.get(key) ?? new Set();
  for (const id of command.ids) ids.add(id);
  into.set(key, ids);
}

/** Whether the numbers of this command are partition bounds. */
function isDefining(command: Command): boolean {
  return 'partitions' in command;
}

/** Gives tables whose rows can meet, by EXCHANGE or RENAME, the same representative. */
function groups(commands: readonly Command[]): (table: string) => string {
  const parents = new Map<string, string>();
  const find = (table: string): string => {
    const parent = parents.get(table);
    return parent === undefined ? table : find(parent);
  };
  const join = (a: string, b: string): void => {
    if (find(a) !== find(b)) parents.set(find(a), find(b));
  };
  for (const { command } of numbered(commands)) {
    if (command.kind === 'exchangePartition') join(command.table, command.with);
    if (command.kind === 'renameTable') join(command.table, command.to);
  }
  return find;
}
