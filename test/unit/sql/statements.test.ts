import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { identifier } from '../../../src/sql/identifier.js';
import { mariadb } from '../../../src/sql/mariadb.js';
import { tidb } from '../../../src/sql/tidb.js';
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
} from '../../model/make.js';

const TABLE = 'CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))';

const written: readonly (readonly [Command, readonly string[]])[] = [
  [normal('t1'), [TABLE]],
  [
    create('t1', ['p0', 200], ['p1', 'MAXVALUE']),
    [
      `${TABLE} PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (200), PARTITION p1 VALUES LESS THAN MAXVALUE)`,
    ],
  ],
  [{ kind: 'dropTable', table: 't1' }, ['DROP TABLE t1']],
  [{ kind: 'recoverTable', table: 't1' }, ['RECOVER TABLE t1']],
  [{ kind: 'flashbackTable', table: 't1', to: 't2' }, ['FLASHBACK TABLE t1 TO t2']],
  [{ kind: 'truncateTable', table: 'order' }, ['TRUNCATE TABLE `order`']],
  [{ kind: 'renameTable', table: 't1', to: 't2' }, ['RENAME TABLE t1 TO t2']],
  [add('t1', ['p2', 9]), ['ALTER TABLE t1 ADD PARTITION (PARTITION p2 VALUES LESS THAN (9))']],
  [drop('t1', 'p0', 'p1'), ['ALTER TABLE t1 DROP PARTITION p0, p1']],
  [truncate('t1', 'p0'), ['ALTER TABLE t1 TRUNCATE PARTITION p0']],
  [
    reorganize('t1', ['p0', 'p1'], ['r0', 5]),
    ['ALTER TABLE t1 REORGANIZE PARTITION p0, p1 INTO (PARTITION r0 VALUES LESS THAN (5))'],
  ],
  [exchange('t1', 'p0', 'n1'), ['ALTER TABLE t1 EXCHANGE PARTITION p0 WITH TABLE n1']],
  [{ kind: 'removePartitioning', table: 't1' }, ['ALTER TABLE t1 REMOVE PARTITIONING']],
  [
    partitionBy('t1', ['p0', 5]),
    ['ALTER TABLE t1 PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (5))'],
  ],
  [addColumn('t1', 'x', 2), ['ALTER TABLE t1 ADD COLUMN x INT NOT NULL DEFAULT 2']],
  [{ kind: 'dropColumn', table: 't1', column: 'x' }, ['ALTER TABLE t1 DROP COLUMN x']],
  [addIndex('t1', 'i_x', 'x'), ['ALTER TABLE t1 ADD INDEX i_x (x)']],
  [rows('t1', 1, 300), ["INSERT INTO t1 (id, data) VALUES (1, 'c17.1'), (300, 'c17.2')"]],
  [{ kind: 'insertAuto', table: 't1', rows: 2 }, ["INSERT INTO t1 (data) VALUES ('c17.1'), ('c17.2')"]],
  [
    { kind: 'update', table: 't1', from: 1, to: 9 },
    ["UPDATE t1 SET data = 'c17.1' WHERE id BETWEEN 1 AND 9"],
  ],
  [{ kind: 'delete', table: 't1', from: 4, to: 4 }, ['DELETE FROM t1 WHERE id = 4']],
  [
    {
      kind: 'transaction',
      statements: [
        { kind: 'insert', table: 't1', ids: [1] },
        { kind: 'delete', table: 't2', from: 4, to: 4 },
      ],
    },
    ['BEGIN', "INSERT INTO t1 (id, data) VALUES (1, 'c17.1')", 'DELETE FROM t2 WHERE id = 4', 'COMMIT'],
  ],
  [{ kind: 'killCapture', capture: 0, signal: 'KILL', delay: 0 }, []],
  [{ kind: 'startCapture', capture: 0, delay: 0 }, []],
  [{ kind: 'pauseChangefeed' }, []],
  [{ kind: 'resumeChangefeed' }, []],
  [{ kind: 'resignOwner' }, []],
  [{ kind: 'moveTable', table: 't1', partition: 'p0', target: 1 }, []],
  [{ kind: 'wait', ms: 5 }, []],
  [{ kind: 'check' }, []],
];

describe('statements', () => {
  it.each(written)('%j', (command, sql) => {
    expect(mariadb.statements({ number: 17, command })).toEqual(sql);
    expect(tidb.statements({ number: 17, command })).toEqual(sql);
  });
});

describe('supports', () => {
  it('everything, but RECOVER TABLE and FLASHBACK TABLE on MariaDB', () => {
    expect([mariadb.supports('recoverTable'), tidb.supports('recoverTable')]).toEqual([false, true]);
    expect([mariadb.supports('flashbackTable'), tidb.supports('flashbackTable')]).toEqual([false, true]);
    expect([mariadb.supports('dropTable'), tidb.supports('dropTable')]).toEqual([true, true]);
  });
});

describe('identifier', () => {
  it('is bare only where no reserved word can look like it', () => {
    const bare = ['id', 'data', 'x', 't1', 'i_data', 'table_1'];
    expect(bare.map(identifier)).toEqual(bare);
    expect(['int8', 'order', 'a`b', 'a b', ''].map(identifier)).toEqual([
      '`int8`',
      '`order`',
      '`a``b`',
      '`a b`',
      '``',
    ]);
  });
});
