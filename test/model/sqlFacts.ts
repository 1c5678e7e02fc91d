import type { Command } from '../../model/command.js';
import { add, create, drop, exchange, normal, partitionBy, reorganize, rows, truncate } from './make.js';

type Answer = number | 'ok';

/** What a statement answers after some others: `ok`, or the number of its error. */
export interface SqlFact {
  readonly what: string;
  readonly before: readonly Command[];
  readonly command: Command;
  readonly tidb: Answer;
  readonly mariadb: Answer;
}

const tables = [create('p', ['p0', 200], ['p1', 1000], ['p2', 'MAXVALUE']), normal('n'), normal('m')];

function line(
  what: string,
  command: Command,
  tidb: Answer,
  mariadb: Answer,
  before: readonly Command[] = [],
): SqlFact {
  return { what, before: [...tables, ...before], command, tidb, mariadb };
}

/** Measured on TiDB v8.5.3 and MariaDB 10.11.19: one line a statement, with one reason to fail, or none. */
export const sqlFacts: readonly SqlFact[] = [
  line('EXCHANGE, a row outside', exchange('p', 'p0', 'n'), 1737, 1737, [rows('n', 300)]),
  line('EXCHANGE, all rows fit', exchange('p', 'p0', 'n'), 'ok', 'ok', [rows('n', 50), rows('p', 60)]),
  line('EXCHANGE with an empty table', exchange('p', 'p0', 'n'), 'ok', 'ok', [rows('p', 60)]),
  line('EXCHANGE, unknown partition', exchange('p', 'p9', 'n'), 1735, 1735),
  line('EXCHANGE on a normal table', exchange('m', 'p0', 'n'), 1505, 1505),
  line('EXCHANGE with itself', exchange('p', 'p0', 'p'), 1732, 1066),
  line('EXCHANGE with a missing table', exchange('p', 'p0', 'gone'), 1146, 1146),
  line('DROP PARTITION of one of three', drop('p', 'p2'), 'ok', 'ok', [rows('p', 1, 2000)]),
  line('INSERT, no partition for the value', rows('p', 5000), 1526, 1526, [drop('p', 'p2')]),
  line('ADD PARTITION above MAXVALUE', add('p', ['p3', 3000]), 1481, 1481),
  line('ADD PARTITION, name exists', add('p', ['p1', 3000]), 1517, 1481),
  line('DROP PARTITION, unknown name', drop('p', 'p9'), 1507, 1507),
  line('DROP PARTITION, all of them', drop('p', 'p0', 'p1', 'p2'), 1508, 1508),
  line('TRUNCATE PARTITION, unknown name', truncate('p', 'p9'), 1735, 1735),
  line('TRUNCATE PARTITION of two', truncate('p', 'p0', 'p1'), 'ok', 'ok', [rows('p', 1, 300, 2000)]),
  line('REORGANIZE, split', reorganize('p', ['p0'], ['p00', 50], ['p01', 100], ['p02', 200]), 'ok', 'ok', [
    rows('p', 1, 60, 199),
  ]),
  line('REORGANIZE, merge', reorganize('p', ['p00', 'p01', 'p02'], ['p0', 200]), 'ok', 'ok', [
    reorganize('p', ['p0'], ['p00', 50], ['p01', 100], ['p02', 200]),
    rows('p', 1, 60, 199),
  ]),
  line('REORGANIZE, unknown partition', reorganize('p', ['p9'], ['p00', 200]), 1567, 1507),
  line('REORGANIZE that changes the range', reorganize('p', ['p0'], ['p00', 300]), 1493, 1520),
  line('REORGANIZE, not adjacent', reorganize('p', ['p0', 'p2'], ['p00', 'MAXVALUE']), 8200, 1519),
  line('REMOVE PARTITIONING on a normal table', { kind: 'removePartitioning', table: 'n' }, 1505, 1505),
  line('DROP PARTITION on a normal table', drop('n', 'p0'), 1505, 1505),
  line('TRUNCATE PARTITION on a normal table', truncate('n', 'p0'), 1505, 1505),
  line('PARTITION BY on a partitioned table', partitionBy('p', ['q0', 250], ['q1', 'MAXVALUE']), 'ok', 'ok', [
    rows('p', 1, 300, 2000),
  ]),
  line('INSERT, missing table', rows('gone', 1), 1146, 1146),
  line('ALTER TABLE, missing table', { kind: 'removePartitioning', table: 'gone' }, 1146, 1146),
  line('TRUNCATE, missing table', { kind: 'truncateTable', table: 'gone' }, 1146, 1146),
  line('DROP TABLE, missing table', { kind: 'dropTable', table: 'gone' }, 1051, 1051),
  line('CREATE TABLE, exists', normal('n'), 1050, 1050),
  line('INSERT, duplicate key', rows('n', 7), 1062, 1062, [rows('n', 7)]),
  line('RECOVER TABLE after DROP', { kind: 'recoverTable', table: 'n' }, 'ok', 1064, [
    { kind: 'dropTable', table: 'n' },
  ]),
  line('FLASHBACK TABLE after DROP', { kind: 'flashbackTable', table: 'n', to: 'o' }, 'ok', 1064, [
    { kind: 'dropTable', table: 'n' },
  ]),
  line('RECOVER TABLE, name exists', { kind: 'recoverTable', table: 'n' }, 1050, 1064, [
    { kind: 'truncateTable', table: 'n' },
  ]),
  line('RECOVER TABLE, nothing to recover', { kind: 'recoverTable', table: 'gone' }, 1105, 1064),
];
