import type { Kind } from '../../../model/command.js';
import type { Evidence } from '../cluster.js';
import type { Link } from '../link.js';
import type { LogReader } from '../mariadb/serverLog.js';
import type { Capture } from './capture.js';
import type { OpenApi } from './openApi.js';
import type { Tso } from './tso.js';

/** One end of replication. */
export interface End {
  readonly name: 'upstream' | 'downstream';
  /** cdcheck's own connection. */
  readonly link: Link;
  /** Another connection, which uses this database. */
  newLink(database: string): Link;
}

/** What a cluster consists of until it is broken, whoever has started it. */
export interface Parts {
  readonly upstream: End;
  readonly downstream: End;
  readonly captures: readonly Capture[];
  readonly api: OpenApi;
  /** A timestamp of now. */
  tso(): Promise<Tso>;
  /** Downstream as captures reach it; it may hold a password. */
  readonly sinkUri: string;
  /** URL of upstream TiDB's HTTP interface; null where it is not to be had. */
  readonly statusUrl: string | null;
  /** Versions of what runs, by component. */
  readonly versions: Readonly<Record<string, string>>;
  /** Kinds of commands that need more than these parts have. */
  readonly unsupported: readonly Kind[];
  /** Logs of the programs that are no captures. */
  readonly logs: readonly { readonly name: string; readonly log: LogReader }[];
  /** Passwords, to be struck out of whatever is kept. */
  readonly secrets: readonly string[];
  /** What else is kept of what was done to it since the mark. */
  records(): readonly Evidence[];
  /** From now on only later records belong to the run; logs that have grown large begin anew. */
  mark(): Promise<void>;
  /** Throws EnvironmentError where something that cdcheck started has ended by itself, or the disk is full. */
  demandIntact(): Promise<void>;
  /** Ends whatever was started. */
  close(): Promise<void>;
}

/** A timestamp of upstream TiDB's: that of a transaction which is begun for it. */
export async function tsoOf(link: Link): Promise<Tso> {
  await link.rows('BEGIN');
  try {
    return BigInt(await link.value('SELECT @@tidb_current_ts'));
  } finally {
    await link.rows('ROLLBACK');
  }
}

/** What cannot be carried out: to recover what downstream has thrown away for good, and to move tables on the old engine, which has no such call. */
export function unsupportedBy(newarch: boolean, recovers: boolean): readonly Kind[] {
  return [
    ...(recovers ? [] : (['recoverTable', 'flashbackTable'] as const)),
    ...(newarch ? [] : (['moveTable'] as const)),
  ];
}
