import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { StatementsSent } from '../../../src/cluster/ticdc/statementsSent.js';
import { create, drop, normal, reorganize } from '../../model/make.js';

function sent(...commands: readonly Command[]): StatementsSent {
  const statements = new StatementsSent('cdcheck_1');
  commands.forEach((command, place) => {
    statements.note({ number: place + 1, command });
  });
  return statements;
}

describe('statements as TiCDC writes them', () => {
  it('are told as they were sent', () => {
    const statements = sent(
      normal('n0'),
      create('t3', ['p0', 100000], ['p2', 'MAXVALUE']),
      drop('t3', 'p2'),
      reorganize('t3', ['p0'], ['p0', 5], ['p1', 10]),
    );
    const written: readonly (readonly [string, string])[] = [
      [
        'CREATE TABLE `n0` (`id` INT AUTO_INCREMENT PRIMARY KEY,`data` VARCHAR(255))',
        'CREATE TABLE n0 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))',
      ],
      [
        'CREATE TABLE `t3` (`id` INT AUTO_INCREMENT PRIMARY KEY,`data` VARCHAR(255)) PARTITION BY RANGE (`id`) (PARTITION `p0` VALUES LESS THAN (100000),PARTITION `p2` VALUES LESS THAN (MAXVALUE))',
        'CREATE TABLE t3 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255)) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (100000), PARTITION p2 VALUES LESS THAN MAXVALUE)',
      ],
      ['ALTER TABLE `cdcheck_1`.`t3` DROP PARTITION `p2`', 'ALTER TABLE t3 DROP PARTITION p2'],
      [
        'ALTER TABLE `t3` REORGANIZE PARTITION `p0` INTO (PARTITION `p0` VALUES LESS THAN (5), PARTITION `p1` VALUES LESS THAN (10))',
        'ALTER TABLE t3 REORGANIZE PARTITION p0 INTO (PARTITION p0 VALUES LESS THAN (5), PARTITION p1 VALUES LESS THAN (10))',
      ],
    ];
    expect(written.map(([query]) => statements.named(query))).toEqual(written.map(([, as]) => as));
    expect(statements.named('DROP TABLE `n0`')).toBeNull();
  });

  it('stand behind the recorded error that quotes one', () => {
    const message =
      "[CDC:ErrMySQLTxnError]MySQL txn error: Execute DDL failed, Query info: RECOVER TABLE `n`; : Error 1064 (42000): You have an error in your SQL syntax; check the manual near 'RECOVER TABLE `n`' at line 1";
    expect(sent({ kind: 'recoverTable', table: 'n' }).explained(message)).toBe(
      `${message} (statement 'RECOVER TABLE n')`,
    );
    expect(sent(normal('n')).explained(message)).toBe(message);
  });
});
