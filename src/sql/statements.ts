import type { Command } from '../../model/command.js';
import type { Control } from '../../model/control.js';
import type { IdRange } from '../../model/idRange.js';
import type { Partition } from '../../model/table.js';
import { tokenText } from '../../model/token.js';
import type { Step } from '../cluster/cluster.js';
import { identifier } from './identifier.js';

/**
 * The SQL of one step, in the order in which it is sent; none for what is no SQL. MariaDB and TiDB write all of it
 * alike. No statement ends in a semicolon.
 */
export function statements({ number, command }: Step): readonly string[] {
  switch (command.kind) {
    case 'killCapture':
    case 'startCapture':
    case 'pauseChangefeed':
    case 'resumeChangefeed':
    case 'resignOwner':
    case 'moveTable':
    case 'wait':
    case 'check':
    case 'concurrently':
      return [];
    case 'transaction':
      return ['BEGIN', ...command.statements.map((each) => statement(number, each)), 'COMMIT'];
    default:
      return [statement(number, command)];
  }
}

type Statement = Exclude<
  Command,
  Control | { kind: 'killCapture' | 'startCapture' | 'wait' | 'check' | 'concurrently' | 'transaction' }
>;

function statement(number: number, command: Statement): string {
  const table = identifier(command.table);
  switch (command.kind) {
    case 'createTable': {
      const layout = command.partitions === null ? '' : ` ${partitionBy(command.partitions)}`;
      return `CREATE TABLE ${table} (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))${layout}`;
    }
    case 'dropTable':
      return `DROP TABLE ${table}`;
    case 'recoverTable':
      return `RECOVER TABLE ${table}`;
    case 'flashbackTable':
      return `FLASHBACK TABLE ${table} TO ${identifier(command.to)}`;
    case 'truncateTable':
      return `TRUNCATE TABLE ${table}`;
    case 'renameTable':
      return `RENAME TABLE ${table} TO ${identifier(command.to)}`;
    case 'addPartition':
      return `ALTER TABLE ${table} ADD PARTITION ${definitions(command.partitions)}`;
    case 'dropPartition':
      return `ALTER TABLE ${table} DROP PARTITION ${names(command.partitions)}`;
    case 'truncatePartition':
      return `ALTER TABLE ${table} TRUNCATE PARTITION ${names(command.partitions)}`;
    case 'reorganizePartition':
      return `ALTER TABLE ${table} REORGANIZE PARTITION ${names(command.partitions)} INTO ${definitions(command.into)}`;
    case 'exchangePartition':
      return `ALTER TABLE ${table} EXCHANGE PARTITION ${identifier(command.partition)} WITH TABLE ${identifier(command.with)}`;
    case 'removePartitioning':
      return `ALTER TABLE ${table} REMOVE PARTITIONING`;
    case 'partitionBy':
      return `ALTER TABLE ${table} ${partitionBy(command.partitions)}`;
    case 'addColumn':
      return `ALTER TABLE ${table} ADD COLUMN ${identifier(command.column.name)} INT NOT NULL DEFAULT ${command.column.default}`;
    case 'dropColumn':
      return `ALTER TABLE ${table} DROP COLUMN ${identifier(command.column)}`;
    case 'addIndex':
      return `ALTER TABLE ${table} ADD INDEX ${identifier(command.index.name)} (${identifier(command.index.column)})`;
    case 'insert': {
      const rows = command.ids.map((id, row) => `(${id}, '${tokenText(number, row + 1)}')`);
      return `INSERT INTO ${table} (id, data) VALUES ${rows.join(', ')}`;
    }
    case 'insertAuto': {
      const rows = Array.from({ length: command.rows }, (_, row) => `('${tokenText(number, row + 1)}')`);
      return `INSERT INTO ${table} (data) VALUES ${rows.join(', ')}`;
    }
    case 'update':
      return `UPDATE ${table} SET data = '${tokenText(number, 1)}' WHERE ${idsIn(command)}`;
    case 'delete':
      return `DELETE FROM ${table} WHERE ${idsIn(command)}`;
  }
}

function partitionBy(partitions: readonly Partition[]): string {
  return `PARTITION BY RANGE (id) ${definitions(partitions)}`;
}

function definitions(partitions: readonly Partition[]): string {
  const each = partitions.map(({ name, lessThan }) => {
    const bound = lessThan === 'MAXVALUE' ? 'MAXVALUE' : `(${lessThan})`;
    return `PARTITION ${identifier(name)} VALUES LESS THAN ${bound}`;
  });
  return `(${each.join(', ')})`;
}

function names(partitions: readonly string[]): string {
  return partitions.map(identifier).join(', ');
}

function idsIn({ from, to }: IdRange): string {
  return from === to ? `id = ${from}` : `id BETWEEN ${from} AND ${to}`;
}
