import type { CommitLog, DdlEvent, LogEvent, RowsEvent } from './commitLog.js';
import type { Downstream } from './downstream.js';
import { executeDdl } from './downstreamDdl.js';
import type { FaultName, Planted } from './faults.js';
import { mix } from './hash.js';
import type { Refusal } from './storedTable.js';

/** Something that was done downstream: by which capture, when (virtual ms), and, of rows, in which table. */
export interface Done {
  readonly event: LogEvent;
  readonly table: string;
  readonly at: number;
  readonly capture: number;
}

/**
 * Writes to downstream, and knows what has been done there.
 *
 * Rows may be written twice: nothing changes by it. A DDL may not: TRUNCATE would remove what came after it, EXCHANGE
 * would undo itself, DROP PARTITION would fail. So the sink keeps a record downstream of the DDLs that it has executed.
 * The record comes a moment after the DDL; where a capture died in between, downstream's own history of DDLs tells
 * (TiCDC asks TiDB's DDL jobs).
 */
export class Sink {
  /** All that was done, in its order. */
  readonly done: Done[] = [];
  private readonly executed = new Set<DdlEvent>();
  private readonly recorded = new Set<DdlEvent>();
  private readonly progress = new Map<number, DdlEvent[]>();
  private readonly split = new Map<number, number>();

  constructor(
    private readonly downstream: Downstream,
    private readonly log: CommitLog,
    private readonly planted: Planted,
  ) {}

  /** Writes the rows of one physical table, decoded with the table's schema at the time of their commit (`at`: virtual ms). */
  write(id: number, event: RowsEvent, at: number, capture: number): Refusal | null {
    if (event.isSplit && !this.split.has(event.ts)) this.split.set(event.ts, at);
    const { version, next } = this.log.versionsAt(id, event.ts);
    const isLater =
      next?.command === 'exchangePartition' &&
      this.planted.hits('exchange-wrong-schema', mix(event.identity, next.from));
    const schema = isLater ? next : version;
    if (schema === undefined) throw new Error(`physical table ${id} has no schema at ${event.ts}`);
    const refusal = this.downstream.write(event, schema);
    if (refusal === null) this.done.push({ event, table: schema.table ?? '', at, capture });
    return refusal;
  }

  /** Virtual ms at which a part of this transaction over several tables was first written; Infinity where none was. */
  partWrittenAt({ ts }: RowsEvent): number {
    return this.split.get(ts) ?? Infinity;
  }

  /** Executes a DDL, whatever has been executed before (`at`: virtual ms). */
  execute(event: DdlEvent, at: number, capture: number): Refusal | null {
    const refusal = executeDdl(this.downstream, event.command);
    if (refusal !== null) return refusal;
    this.done.push({ event, table: '', at, capture });
    this.executed.add(event);
    for (const id of [...event.touched, ...event.added]) {
      const done = this.progress.get(id);
      if (done === undefined) this.progress.set(id, [event]);
      else done.push(event);
    }
    return null;
  }

  /** Records that a DDL has been executed. */
  record(event: DdlEvent): void {
    this.recorded.add(event);
  }

  /** Whether a DDL needs no execution any more. */
  isDone(event: DdlEvent): boolean {
    if (this.recorded.has(event)) return true;
    const fault = twice(event);
    return this.executed.has(event) && (fault === null || !this.planted.hits(fault, event.identity));
  }

  /**
   * The latest DDL done on a physical table, if there is one: all rows before it have been written, or the DDL would not
   * have been executed. To write them again would be wrong: their table may have changed or gone since.
   */
  latestDone(id: number): DdlEvent | undefined {
    const latest = this.progress.get(id)?.at(-1);
    if (latest?.command.kind !== 'dropTable') return latest;
    return this.planted.hits('drop-create-same-name', latest.identity) ? undefined : latest;
  }
}

/** The fault by which this kind of DDL is executed twice. */
function twice({ command }: DdlEvent): FaultName | null {
  switch (command.kind) {
    case 'truncateTable':
    case 'truncatePartition':
      return 'ddl-twice-truncate';
    case 'exchangePartition':
      return 'ddl-twice-exchange';
    case 'dropPartition':
    case 'reorganizePartition':
    case 'removePartitioning':
      return 'ddl-twice-drop';
    default:
      return null;
  }
}
