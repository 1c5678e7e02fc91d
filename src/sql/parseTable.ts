import type { Column, Index, Partition } from '../../model/table.js';
import type { TableSeen } from '../../model/snapshot.js';

/** A table's definition, and the names of all its columns, whatever their types. */
export interface Definition extends Omit<TableSeen, 'rows'> {
  readonly allColumns: readonly string[];
}

const TABLE = /^CREATE TABLE `(?:[^`]|``)*` \(\n(.*?)\n\)([^\n]*)\n?(.*)$/s;
const COLUMN = /^`((?:[^`]|``)+)` int NOT NULL DEFAULT '?(-?\d+)'?$/;
const INDEX = /^KEY `((?:[^`]|``)+)` \(`((?:[^`]|``)+)`\)$/;
const RANGE = /^PARTITION BY RANGE \(`?id`?\)\s*\((.*)\)$/s;
const PARTITION = /^PARTITION `?((?:[^`]|``)+?)`? VALUES LESS THAN \(?(MAXVALUE|-?\d+)\)?$/;
const NAME = /^`((?:[^`]|``)+)` /;

/** What is known of something that is no table, or cannot be read. */
export const NOTHING: Definition = { columns: [], indexes: [], partitions: null, allColumns: [] };

/** What every table of the model has, as `plain` writes it. */
const ALWAYS = ['`id` int NOT NULL AUTO_INCREMENT', '`data` varchar(255) DEFAULT NULL', 'PRIMARY KEY (`id`)'];

/**
 * Reads what SHOW CREATE TABLE prints, alike for MariaDB, TiDB and MySQL: engine, character set, AUTO_INCREMENT and display
 * widths are left out, since they belong to the server. What is not of the model's form ends up in `unexpected`.
 */
export function parseTable(text: string): Definition {
  const [, body, , layout = ''] = TABLE.exec(text) ?? [];
  if (body === undefined) return { ...NOTHING, unexpected: [text] };
  const lines = body.split('\n').map(plain);
  const columns: Column[] = [];
  const indexes: Index[] = [];
  const unexpected = ALWAYS.filter((line) => !lines.includes(line)).map((line) => `lacks ${line}`);
  for (const line of lines) {
    const [, column, value] = COLUMN.exec(line) ?? [];
    const [, index, indexed] = INDEX.exec(line) ?? [];
    if (column !== undefined) columns.push({ name: unquoted(column), default: Number(value) });
    else if (index !== undefined && indexed !== undefined) {
      indexes.push({ name: unquoted(index), column: unquoted(indexed) });
    } else if (!ALWAYS.includes(line)) unexpected.push(line);
  }
  indexes.sort((a, b) => (a.name < b.name ? -1 : 1));
  const allColumns = lines.flatMap((line) => NAME.exec(line)?.[1] ?? []).map(unquoted);
  const partitions = parsePartitions(plain(layout));
  if (partitions === undefined) unexpected.push(plain(layout));
  const definition = { columns, indexes, partitions: partitions ?? null, allColumns };
  return unexpected.length === 0 ? definition : { ...definition, unexpected };
}

/** The partitions of a table; null where it has none, undefined where they are not RANGE(id). */
function parsePartitions(layout: string): readonly Partition[] | null | undefined {
  if (layout === '') return null;
  const partitions: Partition[] = [];
  for (const part of RANGE.exec(layout)?.[1]?.split(/,\s*(?=PARTITION )/) ?? ['']) {
    const [, name, bound] = PARTITION.exec(part) ?? [];
    if (name === undefined || bound === undefined) return undefined;
    partitions.push({ name: unquoted(name), lessThan: bound === 'MAXVALUE' ? bound : Number(bound) });
  }
  return partitions;
}

/** A line without what only one server prints. MySQL hides partitions from its older versions in a comment, `/*!50100 …`. */
function plain(line: string): string {
  return line
    .replaceAll(/\/\*!\d{5,6} ?(.*?)\*\//gs, '$1')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/ ENGINE = \w+/g, '')
    .replaceAll(/ (?:CHARACTER SET|COLLATE) \w+/g, '')
    .replaceAll(/\b((?:tiny|small|medium|big)?int)\(\d+\)/g, '$1')
    .trim()
    .replace(/ *,$/, '');
}

function unquoted(name: string): string {
  return name.replaceAll('``', '`');
}
