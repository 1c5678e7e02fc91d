import { allFound, firstFound, reasonsOf, type Stage, type Stages } from './stages.js';
import type { Dialect } from './dialect.js';
import { statements } from './statements.js';

const missing = { missingTable: 1146 } as const;
const partitioned = { ...missing, notPartitioned: 1505 } as const;
const layout = { duplicatePartition: 1517, aboveMaxvalue: 1481, rangeNotIncreasing: 1493 } as const;
const rows: Stage = { ...missing, noPartitionForValue: 1526, duplicateKey: 1062 };

/** Reasons stand in one stage where the order in which TiDB v8.5 looks at them was not measured. */
const stages: Stages = {
  createTable: [{ tableExists: 1050, ...layout }],
  dropTable: [{ missingTable: 1051 }],
  recoverTable: [{ tableExists: 1050, nothingToRecover: 1105, alreadyRecovered: 1050 }],
  flashbackTable: [{ tableExists: 1050, nothingToRecover: 1105, alreadyRecovered: 1050 }],
  truncateTable: [missing],
  renameTable: [{ ...missing, tableExists: 1050 }],
  addPartition: [
    partitioned,
    { duplicatePartition: 1517 },
    { aboveMaxvalue: 1481, rangeNotIncreasing: 1493 },
  ],
  dropPartition: [{ ...partitioned, lastPartition: 1508, unknownPartition: 1507, partitionTwice: 1507 }],
  truncatePartition: [{ ...partitioned, unknownPartition: 1735 }],
  reorganizePartition: [
    {
      ...partitioned,
      ...layout,
      tooManyPartitions: 1567,
      unknownPartition: 1567,
      partitionTwice: 1517,
      notAdjacent: 8200,
      rangeChanged: 1493,
      noPartitionForValue: 1526,
      maxvalueNotLast: 1481,
    },
  ],
  exchangePartition: [
    {
      ...partitioned,
      exchangeWithItself: 1732,
      exchangeWithPartitioned: 1732,
      unknownPartition: 1735,
      tablesDiffer: 1736,
      numberingDiffers: 1731,
      rowOutsidePartition: 1737,
      noPartitionForValue: 1737,
    },
  ],
  removePartitioning: [partitioned],
  partitionBy: [{ ...missing, ...layout, noPartitionForValue: 1526 }],
  addColumn: [{ ...missing, duplicateColumn: 1060 }],
  dropColumn: [{ ...missing, unknownColumn: 1091 }],
  addIndex: [{ ...missing, unknownColumn: 1072, duplicateIndex: 1061 }],
  insert: [rows],
  insertAuto: [rows],
  update: [missing],
  delete: [missing],
  transaction: [rows],
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

/**
 * Errors after which TiDB says that the statement may be tried again (lock wait time-out, deadlock, write conflict, a schema that changed meanwhile, a
 * region or server that was busy), and 1748: a row that does not fit while an EXCHANGE is in its first state.
 */
const TRANSIENT: ReadonlySet<number> = new Set([
  1205, 1213, 1412, 1748, 8002, 8022, 8027, 8028, 9001, 9002, 9003, 9004, 9005, 9007,
]);

/**
 * TiDB (v8.5). Where several reasons hold and it was not measured which one it stages first, each one's number is
 * right: a wrong guess would be a false alarm.
 */
export const tidb: Dialect = {
  name: 'tidb',
  statements,
  supports: () => true,
  errors(kind, expectation) {
    switch (expectation.kind) {
      case 'ok':
        return [];
      case 'error':
        return [...new Set(firstFound(stages, kind, expectation.reasons))];
      case 'either':
        return allFound(stages, kind, expectation.reasons);
    }
  },
  reasons: (kind, errno) => reasonsOf(stages, kind, errno),
  isTransient: (errno) => TRANSIENT.has(errno),
};
