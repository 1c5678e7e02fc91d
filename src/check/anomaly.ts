import type { Command, Kind } from '../../model/command.js';
import { numbered } from '../../model/numbered.js';
import type { RowSeen, TableSeen } from '../../model/snapshot.js';
import type { Signature } from './signature.js';

/** The ways in which a result can be wrong. */
export const anomalyKinds = [
  'lostRows',
  'extraRows',
  'wrongRows',
  'wrongTable',
  'wrongPartition',
  'missingTable',
  'extraTable',
  'schemaDiffers',
  'stuck',
  'failed',
  'logAlarm',
  'checkpointBackwards',
  'upstreamWrong',
] as const;

/** One way in which a result can be wrong. */
export type AnomalyKind = (typeof anomalyKinds)[number];

/** One row as each side has it; null where it is not there. */
export interface RowDifference {
  readonly id: number;
  readonly model: RowSeen | null;
  readonly upstream: RowSeen | null;
  readonly downstream: RowSeen | null;
}

/** One way in which the result is wrong, with its evidence and the commands that wrote, moved or removed the rows. */
export interface Anomaly {
  readonly kind: AnomalyKind;
  /** The table concerned, or null for what concerns the whole (stuck, failed, logAlarm). */
  readonly table: string | null;
  /** What is wrong, in one line. */
  readonly detail: string;
  readonly rows: readonly RowDifference[];
  /** The definitions on both sides, where they are what differs. */
  readonly schema?: { readonly upstream: TableSeen | null; readonly downstream: TableSeen | null };
  /** Numbers of the commands that wrote, moved or removed the rows concerned. */
  readonly commands: readonly number[];
  /** The error number, where a server gave one. */
  readonly errno?: number;
}

/** How a run ended. */
export type Verdict =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'failed';
      readonly anomalies: readonly Anomaly[];
      readonly signature: Signature;
      /** Place (from 1) in the sequence of the command or block at which the run diverged; the length + 1 for the check at the end. */
      readonly at: number;
    }
  | { readonly kind: 'inconclusive'; readonly reason: string };

/** The kinds of the commands with these numbers, each once, in alphabetical order. */
export function kindsAt(commands: readonly Command[], numbers: readonly number[]): readonly Kind[] {
  const kinds = new Set<Kind>();
  for (const { number, command } of numbered(commands)) if (numbers.includes(number)) kinds.add(command.kind);
  return [...kinds].sort();
}
