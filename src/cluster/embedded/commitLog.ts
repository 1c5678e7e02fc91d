import type { Ddl } from '../../../model/part.js';
import type { Row } from '../../../model/table.js';
import { tidb } from '../../sql/tidb.js';

/** The id of the stream of all DDLs; the dispatcher that follows it is called the trigger. */
export const TRIGGER = 0;

/** What a transaction did to the rows of one physical table: each row as it is afterwards, null where it is gone. */
export interface RowsEvent {
  readonly kind: 'rows';
  readonly ts: number;
  readonly identity: number;
  readonly changes: readonly { readonly id: number; readonly row: Row | null }[];
  /** Whether the transaction wrote to several tables. */
  readonly isSplit: boolean;
}

/** A DDL, with the ids of the physical tables that it touches, of those that it makes and of those that it ends. */
export interface DdlEvent {
  readonly kind: 'ddl';
  readonly ts: number;
  readonly identity: number;
  readonly command: Ddl;
  /** The command's place in its sequence. */
  readonly number: number;
  readonly touched: readonly number[];
  readonly added: readonly number[];
  readonly dropped: readonly number[];
  /** Whether rows were committed with the very same timestamp, just before it. */
  readonly sharesTimestamp: boolean;
}

/** The statement of a DDL, for messages. */
export function sqlOf({ number, command }: DdlEvent): string {
  return tidb.statements({ number, command })[0] ?? command.kind;
}

/** An entry of the commit log. */
export type LogEvent = RowsEvent | DdlEvent;

/** What a physical table was from a timestamp on (exclusive: rows with that timestamp were committed before). */
export interface Version {
  readonly from: number;
  /** The table that it belongs to, or null once it is gone. */
  readonly table: string | null;
  /** Which of the table's partitions it is, or null where the table has none. */
  readonly partition: string | null;
  /** Its place among the table's partitions. */
  readonly place: number;
  readonly columns: readonly string[];
  readonly command: Ddl['kind'];
}

/**
 * All that upstream has committed, in order: a stream of events for each physical table, one of all DDLs, and for each
 * physical table what it was when, without which its rows mean nothing.
 *
 * Timestamps count commits. A DDL that commits in the same moment as rows just before it gets their timestamp, as can
 * happen in TiDB, where the two are different transactions.
 */
export class CommitLog {
  /** The latest timestamp given. */
  lastTs = 0;
  private rowsAt = -1;
  private readonly streams = new Map<number, LogEvent[]>();
  /** Virtual ms of each timestamp, by the timestamp. */
  private readonly times: number[] = [];
  private readonly versions = new Map<number, Version[]>();

  /** A timestamp for rows that are committed at this virtual ms. */
  stampRows(now: number): number {
    this.rowsAt = now;
    this.times[++this.lastTs] = now;
    return this.lastTs;
  }

  /** A timestamp for a DDL that is committed at this virtual ms, and whether rows have the same one. */
  stampDdl(now: number): { readonly ts: number; readonly sharesTimestamp: boolean } {
    const sharesTimestamp = this.rowsAt === now;
    if (!sharesTimestamp) this.times[++this.lastTs] = now;
    this.rowsAt = -1;
    return { ts: this.lastTs, sharesTimestamp };
  }

  /** The events of one physical table (or of the trigger), in the order of their commits; it grows. */
  stream(id: number): LogEvent[] {
    const known = this.streams.get(id);
    if (known !== undefined) return known;
    const made: LogEvent[] = [];
    this.streams.set(id, made);
    return made;
  }

  /** The streams by the ids of their physical tables. */
  all(): ReadonlyMap<number, readonly LogEvent[]> {
    return this.streams;
  }

  /** When this timestamp was given: virtual ms. */
  committedAt(ts: number): number {
    return this.times[ts] ?? 0;
  }

  /** Notes what a physical table is from now on. */
  note(id: number, version: Version): void {
    const known = this.versions.get(id);
    if (known === undefined) this.versions.set(id, [version]);
    else known.push(version);
  }

  /** What the physical table was for rows of this timestamp, and what became of it next. */
  versionsAt(
    id: number,
    ts: number,
  ): { readonly version: Version | undefined; readonly next: Version | undefined } {
    const versions = this.versions.get(id) ?? [];
    let place = versions.length - 1;
    while ((versions[place]?.from ?? -1) >= ts) place--;
    return { version: versions[place], next: versions[place + 1] };
  }

  /** The physical tables that existed once everything up to this timestamp was committed. */
  idsAt(ts: number): readonly number[] {
    const ids: number[] = [];
    for (const [id, versions] of this.versions) {
      const version = versions.findLast(({ from }) => from <= ts);
      if (version !== undefined && version.table !== null) ids.push(id);
    }
    return ids;
  }
}
