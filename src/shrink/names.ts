import type { Command } from '../../model/command.js';
import { replaced } from './fields.js';

/** The names that a sequence uses, in the order in which they first appear. */
export interface Names {
  readonly tables: readonly string[];
  readonly partitions: readonly string[];
}

/** The names that these commands use. */
export function namesIn(commands: readonly Command[]): Names {
  const tables = new Set<string>();
  const partitions = new Set<string>();
  for (const command of commands) {
    replaced(command, {
      table: (name) => (tables.add(name), name),
      partition: (name) => (partitions.add(name), name),
    });
  }
  return { tables: [...tables], partitions: [...partitions] };
}

/** The plain name of the table that is used as number `place` (from 0): t1, t2, … */
export function plainTable(place: number): string {
  return `t${String(place + 1)}`;
}

/** The plain name of the partition that is used as number `place` (from 0): p0, p1, … */
export function plainPartition(place: number): string {
  return `p${String(place)}`;
}

/** The same commands with plain names, given by first use; in all commands at once, so that they still mean the same. */
export function withPlainNames(commands: readonly Command[]): readonly Command[] {
  const names = namesIn(commands);
  const tables = new Map(names.tables.map((name, place) => [name, plainTable(place)]));
  const partitions = new Map(names.partitions.map((name, place) => [name, plainPartition(place)]));
  return commands.map((command) =>
    replaced(command, {
      table: (name) => tables.get(name) ?? name,
      partition: (name) => partitions.get(name) ?? name,
    }),
  );
}
