import type { Kind } from '../../model/command.js';

/**
 * Kinds of commands, the plainest first: what needs least to be understood. Statements before DDL, DDL of a whole table before that
 * of a partition; then what only passes time, what is done to replication and captures, and last what runs at once.
 */
const PLAINEST_FIRST: readonly Kind[] = [
  'createTable',
  'insert',
  'delete',
  'update',
  'truncateTable',
  'addIndex',
  'addColumn',
  'dropTable',
  'renameTable',
  'truncatePartition',
  'dropPartition',
  'addPartition',
  'recoverTable',
  'flashbackTable',
  'dropColumn',
  'exchangePartition',
  'removePartitioning',
  'partitionBy',
  'reorganizePartition',
  'insertAuto',
  'transaction',
  'check',
  'wait',
  'startCapture',
  'resumeChangefeed',
  'pauseChangefeed',
  'moveTable',
  'resignOwner',
  'killCapture',
  'concurrently',
];

/** How many kinds are plainer than this one. */
export function plainness(kind: Kind): number {
  const place = PLAINEST_FIRST.indexOf(kind);
  return place < 0 ? PLAINEST_FIRST.length : place;
}
