import * as v from 'valibot';
import type { Command, Kind } from '../../model/command.js';
import type { LaneCommand } from '../../model/commands/concurrently.js';

const name = v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/));
const int = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));
const id = v.pipe(int, v.minValue(1));
const names = v.pipe(v.array(name), v.minLength(1));
const partition = v.strictObject({ name, lessThan: v.union([int, v.literal('MAXVALUE')]) });
const partitions = v.pipe(v.array(partition), v.minLength(1));
const table = { table: name };
const range = { ...table, from: int, to: int };
const capture = { capture: int, delay: int };

const insert = v.strictObject({
  kind: v.literal('insert'),
  ...table,
  ids: v.pipe(v.array(id), v.minLength(1)),
});
const update = v.strictObject({ kind: v.literal('update'), ...range });
const deleteRows = v.strictObject({ kind: v.literal('delete'), ...range });

/** The exact shape of each kind of command that can stand in a lane, in a saved file. Names are plain, since they go into SQL as they are. */
const laneSchemas = {
  createTable: v.strictObject({
    kind: v.literal('createTable'),
    ...table,
    partitions: v.nullable(partitions),
  }),
  dropTable: v.strictObject({ kind: v.literal('dropTable'), ...table }),
  recoverTable: v.strictObject({ kind: v.literal('recoverTable'), ...table }),
  flashbackTable: v.strictObject({ kind: v.literal('flashbackTable'), ...table, to: name }),
  truncateTable: v.strictObject({ kind: v.literal('truncateTable'), ...table }),
  renameTable: v.strictObject({ kind: v.literal('renameTable'), ...table, to: name }),
  addPartition: v.strictObject({ kind: v.literal('addPartition'), ...table, partitions }),
  dropPartition: v.strictObject({ kind: v.literal('dropPartition'), ...table, partitions: names }),
  truncatePartition: v.strictObject({ kind: v.literal('truncatePartition'), ...table, partitions: names }),
  reorganizePartition: v.strictObject({
    kind: v.literal('reorganizePartition'),
    ...table,
    partitions: names,
    into: partitions,
  }),
  exchangePartition: v.strictObject({
    kind: v.literal('exchangePartition'),
    ...table,
    partition: name,
    with: name,
  }),
  removePartitioning: v.strictObject({ kind: v.literal('removePartitioning'), ...table }),
  partitionBy: v.strictObject({ kind: v.literal('partitionBy'), ...table, partitions }),
  addColumn: v.strictObject({
    kind: v.literal('addColumn'),
    ...table,
    column: v.strictObject({ name, default: int }),
  }),
  dropColumn: v.strictObject({ kind: v.literal('dropColumn'), ...table, column: name }),
  addIndex: v.strictObject({
    kind: v.literal('addIndex'),
    ...table,
    index: v.strictObject({ name, column: name }),
  }),
  insert,
  insertAuto: v.strictObject({
    kind: v.literal('insertAuto'),
    ...table,
    rows: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  update,
  delete: deleteRows,
  transaction: v.strictObject({
    kind: v.literal('transaction'),
    statements: v.pipe(v.array(v.variant('kind', [insert, update, deleteRows])), v.minLength(1)),
  }),
  killCapture: v.strictObject({
    kind: v.literal('killCapture'),
    ...capture,
    signal: v.picklist(['KILL', 'TERM']),
  }),
  startCapture: v.strictObject({ kind: v.literal('startCapture'), ...capture }),
  wait: v.strictObject({ kind: v.literal('wait'), ms: int }),
} satisfies { readonly [K in LaneCommand['kind']]: v.GenericSchema<Extract<Command, { kind: K }>> };

const lane = v.strictObject({
  offset: int,
  commands: v.pipe(v.array(v.variant('kind', Object.values(laneSchemas))), v.minLength(1)),
});

const schemas = {
  ...laneSchemas,
  pauseChangefeed: v.strictObject({ kind: v.literal('pauseChangefeed') }),
  resumeChangefeed: v.strictObject({ kind: v.literal('resumeChangefeed') }),
  resignOwner: v.strictObject({ kind: v.literal('resignOwner') }),
  moveTable: v.strictObject({
    kind: v.literal('moveTable'),
    ...table,
    partition: v.nullable(name),
    target: int,
  }),
  check: v.strictObject({ kind: v.literal('check') }),
  concurrently: v.strictObject({
    kind: v.literal('concurrently'),
    lanes: v.pipe(v.array(lane), v.minLength(1)),
  }),
} satisfies { readonly [K in Kind]: v.GenericSchema<Extract<Command, { kind: K }>> };

/** The exact shape of a command in a saved file. */
export const commandSchema: v.GenericSchema<Command> = v.variant('kind', Object.values(schemas));

/** The exact shape of a sequence in a saved file. */
export const sequenceSchema = v.strictObject({ commands: v.array(commandSchema), schedule: int });
