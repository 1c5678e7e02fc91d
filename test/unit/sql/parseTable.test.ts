import { describe, expect, it } from 'vitest';
import { parseTable } from '../../../src/sql/parseTable.js';

const MARIADB = `CREATE TABLE \`t\` (
  \`id\` int(11) NOT NULL AUTO_INCREMENT,
  \`data\` varchar(255) DEFAULT NULL,
  \`x\` int(11) NOT NULL DEFAULT 2,
  PRIMARY KEY (\`id\`),
  KEY \`i_x\` (\`x\`),
  KEY \`i_data\` (\`data\`)
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=latin1 COLLATE=latin1_swedish_ci
 PARTITION BY RANGE (\`id\`)
(PARTITION \`p0\` VALUES LESS THAN (200) ENGINE = InnoDB,
 PARTITION \`select\` VALUES LESS THAN MAXVALUE ENGINE = InnoDB)`;

const TIDB = `CREATE TABLE \`t\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`data\` varchar(255) DEFAULT NULL,
  \`x\` int NOT NULL DEFAULT '2',
  PRIMARY KEY (\`id\`) /*T![clustered_index] CLUSTERED */,
  KEY \`i_x\` (\`x\`),
  KEY \`i_data\` (\`data\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin AUTO_INCREMENT=30001
PARTITION BY RANGE (\`id\`)
(PARTITION \`p0\` VALUES LESS THAN (200),
 PARTITION \`select\` VALUES LESS THAN (MAXVALUE))`;

/** As the manual of MySQL 8 shows SHOW CREATE TABLE; not measured: partitions are in a comment that older versions skip. */
const MYSQL = `CREATE TABLE \`t\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`data\` varchar(255) DEFAULT NULL,
  \`x\` int NOT NULL DEFAULT '2',
  PRIMARY KEY (\`id\`),
  KEY \`i_x\` (\`x\`),
  KEY \`i_data\` (\`data\`)
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci
/*!50100 PARTITION BY RANGE (\`id\`)
(PARTITION p0 VALUES LESS THAN (200) ENGINE = InnoDB,
 PARTITION \`select\` VALUES LESS THAN MAXVALUE ENGINE = InnoDB) */`;

const ALL = {
  columns: [{ name: 'x', default: 2 }],
  indexes: [
    { name: 'i_data', column: 'data' },
    { name: 'i_x', column: 'x' },
  ],
  partitions: [
    { name: 'p0', lessThan: 200 },
    { name: 'select', lessThan: 'MAXVALUE' },
  ],
  allColumns: ['id', 'data', 'x'],
};

describe('parseTable', () => {
  it('reads what MariaDB, TiDB and MySQL print for one table alike', () => {
    expect(parseTable(MARIADB)).toEqual(ALL);
    expect(parseTable(TIDB)).toEqual(ALL);
    expect(parseTable(MYSQL)).toEqual(ALL);
  });

  it('tells what is unexpected and what is lacking', () => {
    const text = MARIADB.replace('`data` varchar(255) DEFAULT NULL', '`data` text DEFAULT NULL')
      .replace('`x` int(11) NOT NULL', '`x` bigint(20) NOT NULL')
      .replace('KEY `i_x`', 'UNIQUE KEY `i_x`');
    expect(parseTable(text)).toEqual({
      ...ALL,
      columns: [],
      indexes: [{ name: 'i_data', column: 'data' }],
      unexpected: [
        'lacks `data` varchar(255) DEFAULT NULL',
        '`data` text DEFAULT NULL',
        '`x` bigint NOT NULL DEFAULT 2',
        'UNIQUE KEY `i_x` (`x`)',
      ],
    });
  });

  it('tells partitions that are not RANGE(id), and what is no table', () => {
    const text = MARIADB.replace(/ PARTITION BY[^]*/, ' PARTITION BY HASH (`id`)\nPARTITIONS 2');
    expect(parseTable(text)).toEqual({
      ...ALL,
      partitions: null,
      unexpected: ['PARTITION BY HASH (`id`)\nPARTITIONS 2'],
    });
    expect(parseTable('CREATE VIEW `v` AS select 1')).toEqual({
      columns: [],
      indexes: [],
      partitions: null,
      allColumns: [],
      unexpected: ['CREATE VIEW `v` AS select 1'],
    });
  });
});
