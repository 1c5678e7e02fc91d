import type { Command } from '../../model/command.js';
import { numbered } from '../../model/numbered.js';
import { replaced } from './fields.js';

/** The names that a sequence uses, in the order in which they first appear. */
export interface Names {
  readonly tables: readonly string[];
  readonly partitions: readonly string[];
  /** Of columns only those that the sequence itself adds. */
  readonly columns: readonly string[];
}

/** The names that these commands use. */
export function namesIn(commands: readonly Command[]): Names {
  const tables = new Set<string>();
  const partitions = new Set<string>();
  const columns = new Set<string>();
  for (const { command } of numbered(commands)) {
    replaced(command, {
      table: (name) => (tables.add(name), name),
      partition: (name) => (partitions.add(name), name),
    });
    if (command.kind === 'addColumn' && command.column.name !== 'data') columns.add(command.column.name);
  }
  return { tables: [...tables], partitions: [...partitions], columns: [...columns] };
}

/** The names that the same number of tables, partitions and columns would have in a plain sequence. */
export function plainNames({ tables, partitions, columns }: Names): Names {
  return {
    tables: tables.map((_, place) => `t${String(place + 1)}`),
    partitions: partitions.map((_, place) => `p${String(place)}`),
    columns: columns.map((_, place) => 'xyz'[place] ?? `x${String(place)}`),
  };
}

/** The same commands with plain names, given by first use; in all commands at once, so that they still mean the same. */
export function withPlainNames(commands: readonly Command[]): readonly Command[] {
  const names = namesIn(commands);
  const plain = plainNames(names);
  const table = translating(names.tables, plain.tables);
  const partition = translating(names.partitions, plain.partitions);
  const column = translating(names.columns, plain.columns);
  return commands.map((command) => replaced(command, { table, partition, column }));
}

/** One of two names for the other. */
export function swapping(a: string, b: string): (name: string) => string {
  return (name) => (name === a ? b : name === b ? a : name);
}

function translating(from: readonly string[], to: readonly string[]): (name: string) => string {
  const names = new Map(from.map((name, place) => [name, to[place] ?? name]));
  return (name) => names.get(name) ?? name;
}
