import type { Command } from '../../model/command.js';
import {
  add,
  addColumn,
  addIndex,
  create,
  drop,
  exchange,
  normal,
  partitionBy,
  reorganize,
  rows,
  truncate,
} from './make.js';

/** What a statement answers that breaks several rules at once. */
export interface SqlPrecedence {
  readonly what: string;
  readonly before: readonly Command[];
  readonly command: Command;
  /** Measured on MariaDB 10.11.19. */
  readonly mariadb: number | 'ok';
  /** What TiDB may answer: not measured, so the number of each rule that is broken. */
  readonly tidb: readonly number[];
}

const tables = [
  create('p', ['p0', 200], ['p1', 1000], ['p2', 'MAXVALUE']),
  create('q', ['p0', 200], ['p1', 1000], ['p2', 2000]),
  normal('n'),
  normal('m'),
  rows('n', 20, 300),
  rows('p', 5, 500),
  rows('q', 5, 500),
];

function line(
  what: string,
  command: Command,
  mariadb: number | 'ok',
  tidb: readonly number[],
  before: readonly Command[] = [],
): SqlPrecedence {
  return { what, before: [...tables, ...before], command, mariadb, tidb };
}

export const sqlPrecedence: readonly SqlPrecedence[] = [
  line('CREATE: exists, names twice', create('p', ['a', 1], ['a', 2]), 1050, [1050, 1517]),
  line('CREATE: exists, bounds fall', create('p', ['a', 3], ['b', 2]), 1050, [1050, 1493]),
  line('CREATE: exists, MAXVALUE first', create('p', ['a', 'MAXVALUE'], ['b', 2]), 1050, [1050, 1481]),
  line('CREATE: names twice, bounds equal', create('z', ['a', 2], ['a', 2]), 1517, [1517, 1493]),
  line('CREATE: names twice, MAXVALUE first', create('z', ['a', 'MAXVALUE'], ['a', 2]), 1481, [1481, 1517]),
  line(
    'CREATE: bounds equal, then MAXVALUE inside',
    create('z', ['a', 2], ['b', 2], ['c', 'MAXVALUE'], ['d', 9]),
    1481,
    [1493, 1481],
  ),
  line('RENAME: missing, target exists', { kind: 'renameTable', table: 'gone', to: 'p' }, 1146, [1146, 1050]),
  line('RENAME to itself', { kind: 'renameTable', table: 'p', to: 'p' }, 1050, [1050]),
  line('ADD: missing table, names twice', add('gone', ['a', 1], ['a', 2]), 1146, [1146]),
  line('ADD: normal table, MAXVALUE first', add('n', ['a', 'MAXVALUE'], ['b', 2]), 1505, [1505]),
  line('ADD: name exists, bound too low', add('q', ['p0', 2000]), 1517, [1517]),
  line(
    'ADD: bound too low, MAXVALUE inside',
    add('q', ['a', 2000], ['b', 'MAXVALUE'], ['c', 8]),
    1481,
    [1493, 1481],
  ),
  line('ADD: MAXVALUE inside, name exists', add('q', ['p0', 'MAXVALUE'], ['c', 8000]), 1481, [1517]),
  line('ADD: above MAXVALUE, bounds fall', add('p', ['a', 9], ['b', 8]), 1481, [1481, 1493]),
  line('DROP PARTITION: as many as there are, one unknown', drop('p', 'p0', 'p1', 'p9'), 1508, [1507, 1508]),
  line('REORGANIZE: unknown, names twice', reorganize('p', ['p9'], ['a', 20], ['a', 200]), 1507, [1567]),
  line(
    'REORGANIZE: unknown, MAXVALUE inside',
    reorganize('p', ['p9'], ['a', 'MAXVALUE'], ['b', 3]),
    1481,
    [1567, 1481],
  ),
  line(
    'REORGANIZE: unknown, not adjacent',
    reorganize('p', ['p0', 'p2', 'p9'], ['a', 1000]),
    1519,
    [1567, 8200],
  ),
  line('REORGANIZE: too many', reorganize('q', ['p0', 'p2', 'p1', 'p3'], ['a', 2000]), 1516, [1567]),
  line(
    'REORGANIZE: too many, MAXVALUE inside',
    reorganize('q', ['p0', 'p1', 'p2', 'p3'], ['a', 'MAXVALUE'], ['b', 2000]),
    1481,
    [1567, 1481],
  ),
  line(
    'REORGANIZE: not adjacent, name exists',
    reorganize('p', ['p0', 'p2'], ['p1', 1000], ['b', 'MAXVALUE']),
    1519,
    [8200],
  ),
  line(
    'REORGANIZE: not adjacent, MAXVALUE inside',
    reorganize('q', ['p0', 'p2'], ['a', 'MAXVALUE'], ['b', 2000]),
    1481,
    [8200, 1481],
  ),
  line('REORGANIZE: range changes, name exists', reorganize('p', ['p0'], ['p1', 201]), 1517, [1517, 1493]),
  line(
    'REORGANIZE: range changes, bounds fall',
    reorganize('p', ['p0'], ['a', 210], ['b', 201]),
    1493,
    [1493],
  ),
  line('REORGANIZE: range reaches into the next', reorganize('p', ['p0'], ['a', 1201]), 1493, [1493]),
  line(
    'REORGANIZE: MAXVALUE in the middle, last is MAXVALUE',
    reorganize('p', ['p1'], ['a', 'MAXVALUE']),
    1520,
    [1481, 1493],
  ),
  line(
    'REORGANIZE: MAXVALUE in the middle, last is bounded',
    reorganize('q', ['p1'], ['a', 'MAXVALUE']),
    1493,
    [1493, 1481],
  ),
  line(
    'REORGANIZE: name exists, bounds equal',
    reorganize('p', ['p0'], ['p1', 200], ['a', 200]),
    1517,
    [1517, 1493],
  ),
  line('REORGANIZE: below the one before', reorganize('p', ['p1'], ['a', 100], ['b', 1000]), 1493, [1493]),
  line(
    'REORGANIZE: MAXVALUE inside, range changes, name exists',
    reorganize('p', ['p2'], ['a', 'MAXVALUE'], ['p0', 20000]),
    1481,
    [1481],
  ),
  line('REORGANIZE: names in another order', reorganize('p', ['p1', 'p0'], ['a', 1000]), 'ok', []),
  line(
    'REORGANIZE: all, into their own names',
    reorganize('p', ['p0', 'p1', 'p2'], ['p1', 7], ['p0', 'MAXVALUE']),
    'ok',
    [],
  ),
  line('REORGANIZE: the last grows', reorganize('q', ['p2'], ['a', 3000]), 'ok', []),
  line('REORGANIZE: the last grows to MAXVALUE', reorganize('q', ['p2'], ['a', 'MAXVALUE']), 'ok', []),
  line('REORGANIZE: the last shrinks, its rows fit', reorganize('q', ['p2'], ['a', 1500]), 1520, [1493]),
  line(
    'REORGANIZE: the last shrinks, a row has no place',
    reorganize('q', ['p2'], ['a', 1500]),
    1520,
    [1493, 1526],
    [rows('q', 1700)],
  ),
  line(
    'REORGANIZE: the last shrinks below the one before',
    reorganize('q', ['p2'], ['a', 1000]),
    1493,
    [1493],
  ),
  line(
    'REORGANIZE: MAXVALUE shrinks below the one before',
    reorganize('p', ['p2'], ['a', 150]),
    1520,
    [1493],
  ),
  line(
    'REORGANIZE: MAXVALUE shrinks, bounds fall inside',
    reorganize('p', ['p2'], ['a', 1500], ['b', 1200]),
    1520,
    [1493],
  ),
  line(
    'REORGANIZE: MAXVALUE shrinks, the first is too low',
    reorganize('p', ['p2'], ['a', 500], ['b', 1200]),
    1493,
    [1493],
  ),
  line('DROP PARTITION: one twice', drop('p', 'p0', 'p0'), 1507, [1507]),
  line('DROP PARTITION: one twice, as many as there are', drop('p', 'p0', 'p1', 'p0'), 1508, [1507, 1508]),
  line('DROP PARTITION: an unknown one twice', drop('p', 'p9', 'p9'), 1507, [1507]),
  line('TRUNCATE PARTITION: one twice', truncate('p', 'p0', 'p0'), 1567, []),
  line('TRUNCATE PARTITION: one twice, one unknown', truncate('p', 'p0', 'p0', 'p9'), 1735, [1735]),
  line('REORGANIZE: one twice', reorganize('p', ['p0', 'p0'], ['a', 200]), 1507, [1517]),
  line('REORGANIZE: one of two twice', reorganize('p', ['p1', 'p0', 'p1'], ['a', 1000]), 1507, [1517]),
  line('REORGANIZE: an unknown one twice', reorganize('p', ['p9', 'p9'], ['a', 200]), 1507, [1567, 1517]),
  line(
    'REORGANIZE: one twice, not adjacent',
    reorganize('p', ['p0', 'p2', 'p0'], ['a', 200]),
    1519,
    [1517, 8200],
  ),
  line(
    'REORGANIZE: one four times, too many',
    reorganize('p', ['p0', 'p0', 'p0', 'p0'], ['a', 200]),
    1516,
    [1517, 1567],
  ),
  line(
    'REORGANIZE: one twice, MAXVALUE inside',
    reorganize('p', ['p0', 'p0'], ['a', 'MAXVALUE'], ['b', 200]),
    1481,
    [1481, 1517],
  ),
  line(
    'REORGANIZE: one twice, into names twice',
    reorganize('p', ['p0', 'p0'], ['a', 100], ['a', 200]),
    1507,
    [1517],
  ),
  line('EXCHANGE: itself, normal', exchange('n', 'p0', 'n'), 1066, [1732, 1505]),
  line('EXCHANGE: itself, missing', exchange('gone', 'p0', 'gone'), 1066, [1732, 1146]),
  line('EXCHANGE: itself, unknown partition', exchange('p', 'p9', 'p'), 1066, [1732, 1735]),
  line('EXCHANGE: normal, missing', exchange('n', 'p0', 'gone'), 1146, [1146, 1505]),
  line('EXCHANGE: missing, unknown partition', exchange('p', 'p9', 'gone'), 1146, [1146, 1735]),
  line('EXCHANGE: normal with partitioned', exchange('n', 'p0', 'p'), 1505, [1505, 1732]),
  line('EXCHANGE: partitioned, unknown partition', exchange('p', 'p9', 'q'), 1732, [1732, 1735]),
  line(
    'EXCHANGE: normal, other columns',
    exchange('n', 'p0', 'm'),
    1505,
    [1505, 1736],
    [addColumn('m', 'x')],
  ),
  line(
    'EXCHANGE: unknown partition, other columns',
    exchange('p', 'p9', 'm'),
    1735,
    [1735, 1736],
    [addColumn('m', 'x')],
  ),
  line(
    'EXCHANGE: partitioned, other columns',
    exchange('q', 'p0', 'p'),
    1732,
    [1732, 1736],
    [addColumn('q', 'x')],
  ),
  line(
    'EXCHANGE: a row of another partition, one of none',
    exchange('q', 'p2', 'm'),
    1737,
    [1737],
    [rows('m', 5, 5000)],
  ),
  line('EXCHANGE: a row of no partition', exchange('q', 'p2', 'm'), 1526, [1737], [rows('m', 5000)]),
  line('PARTITION BY: missing, names twice', partitionBy('gone', ['a', 1], ['a', 1]), 1146, [1146]),
  line('PARTITION BY: names twice, a row has no place', partitionBy('n', ['a', 1], ['a', 2]), 1517, [1517]),
  line(
    'PARTITION BY: names twice, MAXVALUE first',
    partitionBy('n', ['a', 'MAXVALUE'], ['a', 2]),
    1481,
    [1481, 1517],
  ),
  line('PARTITION BY: bounds fall, a row has no place', partitionBy('n', ['a', 3], ['b', 2]), 1493, [1493]),
  line(
    'PARTITION BY: its own layout',
    partitionBy('p', ['p0', 200], ['p1', 1000], ['p2', 'MAXVALUE']),
    'ok',
    [],
  ),
  line(
    'ADD INDEX: name exists, unknown column',
    addIndex('n', 'i_a', 'nope'),
    1072,
    [1061, 1072],
    [addIndex('n', 'i_a', 'data')],
  ),
  line('INSERT: no partition, then a duplicate', rows('q', 5000, 5), 1526, [1526, 1062]),
  line('INSERT: a duplicate, then no partition', rows('q', 5, 5000), 1062, [1062, 1526]),
  line('INSERT: one id twice, then no partition', rows('q', 6, 6, 5000), 1062, [1062, 1526]),
];
