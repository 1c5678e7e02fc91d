import type { Kind } from '../../model/command.js';
import { allFound, firstFound, reasonsOf, type Stage, type Stages } from './stages.js';
import type { Dialect } from './dialect.js';
import { statements } from './statements.js';

const missing: Stage = { missingTable: 1146 };
const partitioned: readonly Stage[] = [missing, { notPartitioned: 1505 }];
const layout: readonly Stage[] = [
  { aboveMaxvalue: 1481 },
  { duplicatePartition: 1517 },
  { rangeNotIncreasing: 1493 },
];
const rows: Stage = { noPartitionForValue: 1526, duplicateKey: 1062 };

/** In the order in which MariaDB 10.11.19 was seen to look, for each pair of reasons that can hold at once. */
const stages: Stages = {
  createTable: [{ tableExists: 1050 }, ...layout],
  dropTable: [{ missingTable: 1051 }],
  recoverTable: [],
  flashbackTable: [],
  truncateTable: [missing],
  renameTable: [missing, { tableExists: 1050 }],
  addPartition: [...partitioned, ...layout],
  dropPartition: [...partitioned, { lastPartition: 1508 }, { unknownPartition: 1507, partitionTwice: 1507 }],
  truncatePartition: [...partitioned, { unknownPartition: 1735 }, { partitionTwice: 1567 }],
  reorganizePartition: [
    ...partitioned,
    { aboveMaxvalue: 1481 },
    { tooManyPartitions: 1516 },
    { notAdjacent: 1519 },
    { unknownPartition: 1507, partitionTwice: 1507 },
    { duplicatePartition: 1517 },
    { rangeNotIncreasing: 1493 },
    { rangeChanged: 1520 },
  ],
  exchangePartition: [
    { exchangeWithItself: 1066 },
    ...partitioned,
    { exchangeWithPartitioned: 1732 },
    { unknownPartition: 1735 },
    { tablesDiffer: 1736 },
    { rowOutsidePartition: 1737, noPartitionForValue: 1526 },
  ],
  removePartitioning: partitioned,
  partitionBy: [missing, ...layout, { noPartitionForValue: 1526 }],
  addColumn: [missing, { duplicateColumn: 1060 }],
  dropColumn: [missing, { unknownColumn: 1091 }],
  addIndex: [missing, { unknownColumn: 1072 }, { duplicateIndex: 1061 }],
  insert: [missing, rows],
  insertAuto: [missing, rows],
  update: [missing],
  delete: [missing],
  transaction: [{ ...missing, ...rows }],
  killCapture: [],
  startCapture: [],
  pauseChangefeed: [],
  resumeChangefeed: [],
  resignOwner: [],
  moveTable: [],
  wait: [],
  check: [],
  concurrently: [],
};

/** Lock wait time-out, deadlock, a row or a table definition that changed meanwhile. */
const TRANSIENT: ReadonlySet<number> = new Set([1205, 1213, 1020, 1412]);

/** Statements that are syntax errors (1064) here. */
const UNKNOWN: readonly Kind[] = ['recoverTable', 'flashbackTable'];

/** MariaDB (10.8 or newer). It has no RECOVER TABLE and no FLASHBACK TABLE. */
export const mariadb: Dialect = {
  name: 'mariadb',
  statements,
  supports: (kind) => !UNKNOWN.includes(kind),
  errors(kind, expectation) {
    if (UNKNOWN.includes(kind)) return [1064];
    if (expectation.kind === 'ok') return [];
    if (expectation.kind === 'either') return allFound(stages, kind, expectation.reasons);
    return firstFound(stages, kind, expectation.reasons).slice(0, 1);
  },
  reasons: (kind, errno) => reasonsOf(stages, kind, errno),
  isTransient: (errno) => TRANSIENT.has(errno),
};
