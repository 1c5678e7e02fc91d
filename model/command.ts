import { addColumn } from './commands/addColumn.js';
import { addIndex } from './commands/addIndex.js';
import { addPartition } from './commands/addPartition.js';
import { check } from './commands/check.js';
import { concurrently } from './commands/concurrently.js';
import { createTable } from './commands/createTable.js';
import { deleteRows } from './commands/delete.js';
import { dropColumn } from './commands/dropColumn.js';
import { dropPartition } from './commands/dropPartition.js';
import { dropTable } from './commands/dropTable.js';
import { exchangePartition } from './commands/exchangePartition.js';
import { flashbackTable } from './commands/flashbackTable.js';
import { insert } from './commands/insert.js';
import { insertAuto } from './commands/insertAuto.js';
import { killCapture } from './commands/killCapture.js';
import { moveTable } from './commands/moveTable.js';
import { partitionBy } from './commands/partitionBy.js';
import { pauseChangefeed } from './commands/pauseChangefeed.js';
import { recoverTable } from './commands/recoverTable.js';
import { removePartitioning } from './commands/removePartitioning.js';
import { renameTable } from './commands/renameTable.js';
import { reorganizePartition } from './commands/reorganizePartition.js';
import { resignOwner } from './commands/resignOwner.js';
import { resumeChangefeed } from './commands/resumeChangefeed.js';
import { startCapture } from './commands/startCapture.js';
import { transaction } from './commands/transaction.js';
import { truncatePartition } from './commands/truncatePartition.js';
import { truncateTable } from './commands/truncateTable.js';
import { update } from './commands/update.js';
import { wait } from './commands/wait.js';
import type { Rule } from './rule.js';

/** The rules of every kind of command. A new command is one file and one line here. */
export const rules = {
  createTable,
  dropTable,
  recoverTable,
  flashbackTable,
  truncateTable,
  renameTable,
  addPartition,
  dropPartition,
  truncatePartition,
  reorganizePartition,
  exchangePartition,
  removePartitioning,
  partitionBy,
  addColumn,
  dropColumn,
  addIndex,
  insert,
  insertAuto,
  update,
  delete: deleteRows,
  transaction,
  killCapture,
  startCapture,
  pauseChangefeed,
  resumeChangefeed,
  resignOwner,
  moveTable,
  wait,
  check,
  concurrently,
} as const;

type CommandOf<R> = R extends Rule<infer C> ? C : never;

/** The name of a kind of command. */
export type Kind = keyof typeof rules;

/** One step of a sequence as plain data: concrete names, ids and bounds, exact through JSON. */
export type Command = CommandOf<(typeof rules)[Kind]>;

/** Every kind of command, in the order of their declaration. */
export const kinds = Object.keys(rules) as readonly Kind[];

/** The rules of a command's kind, typed for any command. */
export function ruleOf(kind: Kind): Rule<Command> {
  return rules[kind];
}
