import { apply, expectation } from '../../../model/apply.js';
import { ruleOf, type Command } from '../../../model/command.js';
import { isDdl, type Ddl } from '../../../model/part.js';
import { changingTable, emptyState, tableOf, type State } from '../../../model/state.js';
import { partitionFor, type Row } from '../../../model/table.js';
import { tidb } from '../../sql/tidb.js';
import type { Outcome, Step } from '../cluster.js';
import { TRIGGER, type CommitLog, type DdlEvent } from './commitLog.js';
import type { Planted } from './faults.js';
import { identityOf } from './identity.js';
import { changesOf } from './rowChanges.js';
import { idOfRow, idsOf, PhysicalTables } from './physicalTables.js';

/**
 * The upstream database. What a statement makes of tables and rows is the model's business, since upstream is not what
 * is tested here; where the rows are, under which ids, and what the commit log says of them, is its own.
 */
export class Upstream {
  /** The tables as they are. */
  state: State = emptyState(0);
  private readonly physical = new PhysicalTables();

  constructor(
    private readonly log: CommitLog,
    private readonly planted: Planted,
  ) {}

  /**
   * Commits a statement or transaction at this virtual ms, or refuses it. `since` is the timestamp at which it was
   * begun. Returns what its client is told, and the ids of the physical tables that have new events.
   */
  commit(
    step: Step,
    now: number,
    since: number,
  ): { readonly outcome: Outcome; readonly ids: readonly number[] } {
    const { command } = step;
    const first = command.kind === 'insertAuto' ? this.state.tables.get(command.table)?.nextId : undefined;
    const errno = this.refusal(command, first);
    if (errno !== undefined) {
      const message = `${command.kind} refused`;
      return { outcome: { kind: 'error', errno, message }, ids: [] };
    }
    const before = this.state;
    this.state = this.isLost(command) ? before : apply(before, command, step.number);
    const ids = isDdl(command) ? this.logDdl(command, step, now, since) : this.logRows(command, before, now);
    return { outcome: first === undefined ? { kind: 'ok' } : { kind: 'ok', insertId: first }, ids };
  }

  /** The id of the physical table that is this partition of a table, or, with null, the table itself; undefined where there is none. */
  idOf(table: string, partition: string | null): number | undefined {
    if (!this.state.tables.has(table)) return undefined;
    const { id, partitions } = this.physical.of(table);
    return partition === null ? (partitions === null ? id : undefined) : partitions?.get(partition);
  }

  /** The number of the error that a statement meets, or undefined where it succeeds. */
  private refusal(command: Command, firstId: number | undefined): number | undefined {
    const expected = expectation(this.state, command);
    switch (expected.kind) {
      case 'ok':
        return undefined;
      case 'error':
        return tidb.errors(command.kind, expected)[0];
      case 'either': {
        const holds = expected.reasons.filter((reason) => {
          switch (reason) {
            case 'numberingDiffers':
              return true;
            case 'noPartitionForValue':
              return command.kind === 'insertAuto' && this.isHomeless(command.table, firstId, command.rows);
            default:
              // RANGE may shrink on TiDB, and an AUTO_INCREMENT id lies above all that exist.
              return false;
          }
        });
        return holds.length === 0
          ? undefined
          : tidb.errors(command.kind, { kind: 'error', reasons: holds })[0];
      }
    }
  }

  private isLost(command: Command): boolean {
    const isInsert = command.kind === 'insert' || command.kind === 'insertAuto';
    return isInsert && this.planted.hits('upstream-lost-insert', identityOf(command));
  }

  private isHomeless(table: string, first = 1, rows: number): boolean {
    const { partitions } = tableOf(this.state, table);
    return partitions !== null && partitionFor(partitions, first + rows - 1) === undefined;
  }

  /** One event for each physical table that the rows changed by the command are in. */
  private logRows(command: Command, before: State, now: number): readonly number[] {
    const tables = ruleOf(command.kind).tables(command);
    const parts = new Map<number, { id: number; row: Row | null }[]>();
    const changed = new Set<string>();
    for (const table of tables) {
      const [old, current] = [tableOf(before, table).rows, tableOf(this.state, table).rows];
      if (old === current) continue;
      const physical = this.physical.of(table);
      const add = (id: number, row: Row | null): void => {
        changed.add(table);
        const place = idOfRow(physical, before, table, id);
        const part = parts.get(place);
        if (part === undefined) parts.set(place, [{ id, row }]);
        else part.push({ id, row });
      };
      for (const { id, row } of changesOf(old, current)) add(id, row);
    }
    if (parts.size === 0) return [];
    const ts = this.log.stampRows(now);
    const identity = identityOf(command);
    const isSplit = changed.size > 1;
    for (const [id, changes] of parts) {
      this.log.stream(id).push({ kind: 'rows', ts, identity, changes, isSplit });
    }
    return [...parts.keys()];
  }

  private logDdl(command: Ddl, step: Step, now: number, since: number): readonly number[] {
    const tables = ruleOf(command.kind).tables(command);
    const touched = this.physical.touchedBy(command);
    this.physical.carryOut(command, this.state);
    const exist: number[] = [];
    for (const name of tables) {
      if (this.state.tables.has(name)) exist.push(...idsOf(this.physical.of(name)));
    }
    const isExchange = command.kind === 'exchangePartition';
    const { ts, sharesTimestamp } = this.log.stampDdl(now);
    const event: DdlEvent = {
      kind: 'ddl',
      ts,
      sharesTimestamp,
      identity: identityOf(command),
      command,
      number: step.number,
      touched,
      added: isExchange ? [] : exist.filter((id) => !touched.includes(id)),
      dropped: isExchange ? [] : touched.filter((id) => !exist.includes(id)),
    };
    this.noteVersions(event, tables);
    for (const id of [TRIGGER, ...touched]) this.log.stream(id).push(event);
    if (command.kind === 'reorganizePartition') this.loseCopied(command.table, event, since);
    return [TRIGGER, ...touched];
  }

  private noteVersions(
    { ts: from, command: { kind: command }, dropped }: DdlEvent,
    tables: readonly string[],
  ): void {
    const gone = { from, command, table: null, partition: null, place: 0, columns: [] };
    for (const id of dropped) this.log.note(id, gone);
    for (const table of tables) {
      if (!this.state.tables.has(table)) continue;
      const columns = tableOf(this.state, table).columns.map(({ name }) => name);
      const { id, partitions } = this.physical.of(table);
      if (partitions === null) {
        this.log.note(id, { from, command, table, partition: null, place: 0, columns });
        continue;
      }
      let place = 0;
      for (const [partition, each] of partitions) {
        this.log.note(each, { from, command, table, partition, place: place++, columns });
      }
    }
  }

  /** Healthy, rows written while REORGANIZE copies are written to the old and to the new partitions. */
  private loseCopied(table: string, { dropped, identity }: DdlEvent, since: number): void {
    if (!this.planted.hits('upstream-reorganize', identity)) return;
    const late = new Set<number>();
    for (const event of dropped.flatMap((id) => this.log.stream(id))) {
      if (event.kind !== 'rows' || event.ts <= since) continue;
      for (const { id } of event.changes) late.add(id);
    }
    this.state = changingTable(this.state, table, ({ rows }) => ({
      rows: rows.filter(({ id }) => !late.has(id)),
    }));
  }
}
