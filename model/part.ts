import type { Command, Kind } from './command.js';
import type { Control } from './control.js';

/** The part that a kind of command plays in a run; a `block` holds commands of the other parts. */
export type Part = 'ddl' | 'dml' | 'capture' | 'pause' | 'block';

const PARTS: Readonly<Partial<Record<Kind, Part>>> = {
  insert: 'dml',
  insertAuto: 'dml',
  update: 'dml',
  delete: 'dml',
  transaction: 'dml',
  killCapture: 'capture',
  startCapture: 'capture',
  pauseChangefeed: 'capture',
  resumeChangefeed: 'capture',
  resignOwner: 'capture',
  moveTable: 'capture',
  wait: 'pause',
  check: 'pause',
  concurrently: 'block',
};

/** The part that this kind plays; a kind that is not listed as anything else changes tables, so it is a DDL. */
export function partOf(kind: Kind): Part {
  return PARTS[kind] ?? 'ddl';
}

/** A command that changes rows. */
export type Dml = Extract<Command, { kind: 'insert' | 'insertAuto' | 'update' | 'delete' | 'transaction' }>;

/** A command that changes tables. */
export type Ddl = Exclude<
  Command,
  | Dml
  | Control
  | Extract<Command, { kind: 'killCapture' | 'startCapture' | 'wait' | 'check' | 'concurrently' }>
>;

/** Whether a command is a DDL. */
export function isDdl(command: Command): command is Ddl {
  return partOf(command.kind) === 'ddl';
}

/** Whether a command changes rows. */
export function isDml(command: Command): command is Dml {
  return partOf(command.kind) === 'dml';
}
