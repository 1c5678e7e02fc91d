import { tableOf, type State } from '../../../model/state.js';
import { partitionFor } from '../../../model/table.js';
import type { Ddl } from '../../../model/part.js';

/**
 * Where a table's rows are: under its own id, or, where it has partitions, each under the id of a partition.
 * A partition is a physical table like any other: that is why an EXCHANGE is nothing but two ids that change places.
 */
export interface PhysicalTable {
  readonly id: number;
  readonly partitions: ReadonlyMap<string, number> | null;
}

/** The ids under which the rows of a table are. */
export function idsOf({ id, partitions }: PhysicalTable): readonly number[] {
  return partitions === null ? [id] : [...partitions.values()];
}

/** The id under which a row is. Throws where it has no place, which upstream has refused before. */
export function idOfRow(physical: PhysicalTable, state: State, table: string, row: number): number {
  if (physical.partitions === null) return physical.id;
  const partition = partitionFor(tableOf(state, table).partitions ?? [], row);
  const id = physical.partitions.get(partition?.name ?? '');
  if (id === undefined) throw new Error(`row ${row} of ${table} has no place upstream`);
  return id;
}

/** The physical tables of upstream by the name of their table, with what RECOVER TABLE can bring back. */
export class PhysicalTables {
  private readonly tables = new Map<string, PhysicalTable>();
  private readonly discarded: { readonly name: string; readonly physical: PhysicalTable }[] = [];
  private nextId = 1;

  /** The physical tables of a table that exists. */
  of(name: string): PhysicalTable {
    const found = this.tables.get(name);
    if (found === undefined) throw new Error(`no table ${name} upstream`);
    return found;
  }

  /** The ids that a DDL touches as things are: all of its tables' ids, of an EXCHANGE only the two that change places. */
  touchedBy(ddl: Ddl): readonly number[] {
    switch (ddl.kind) {
      case 'createTable':
      case 'recoverTable':
      case 'flashbackTable':
        return [];
      case 'exchangePartition':
        return [this.of(ddl.table).partitions?.get(ddl.partition) ?? 0, this.of(ddl.with).id];
      default:
        return idsOf(this.of(ddl.table));
    }
  }

  /** Gives, takes and changes ids as TiDB does for a DDL that has succeeded; `after` is the state that it led to. */
  carryOut(ddl: Ddl, after: State): void {
    switch (ddl.kind) {
      case 'createTable':
      case 'removePartitioning':
      case 'partitionBy':
        this.make(ddl.table, after);
        return;
      case 'dropTable':
        this.discard(ddl.table);
        return;
      case 'truncateTable':
        this.discard(ddl.table);
        this.make(ddl.table, after);
        return;
      case 'recoverTable':
        this.recover(ddl.table, ddl.table);
        return;
      case 'flashbackTable':
        this.recover(ddl.table, ddl.to);
        return;
      case 'renameTable': {
        const physical = this.of(ddl.table);
        this.tables.delete(ddl.table);
        this.tables.set(ddl.to, physical);
        return;
      }
      case 'addPartition':
      case 'dropPartition':
        this.repartition(ddl.table, after, []);
        return;
      case 'truncatePartition':
        this.repartition(ddl.table, after, ddl.partitions);
        return;
      case 'reorganizePartition':
        this.repartition(
          ddl.table,
          after,
          ddl.into.map(({ name }) => name),
        );
        return;
      case 'exchangePartition': {
        const [table, other] = [this.of(ddl.table), this.of(ddl.with)];
        const partitions = new Map(table.partitions ?? []);
        const id = partitions.get(ddl.partition) ?? 0;
        this.tables.set(ddl.table, { id: table.id, partitions: partitions.set(ddl.partition, other.id) });
        this.tables.set(ddl.with, { id, partitions: null });
        return;
      }
      case 'addColumn':
      case 'dropColumn':
      case 'addIndex':
        return;
    }
  }

  private make(name: string, after: State): void {
    const id = this.nextId++;
    const partitions = tableOf(after, name).partitions;
    const ids = partitions?.map((partition): [string, number] => [partition.name, this.nextId++]);
    this.tables.set(name, { id, partitions: ids === undefined ? null : new Map(ids) });
  }

  /** The old ids come back. */
  private recover(name: string, as: string): void {
    const found = this.discarded.findLast((each) => each.name === name);
    if (found !== undefined) this.tables.set(as, found.physical);
  }

  private discard(name: string): void {
    this.discarded.push({ name, physical: this.of(name) });
    this.tables.delete(name);
  }

  /** Partitions that the table had keep their ids, except for those that are made anew. */
  private repartition(name: string, after: State, anew: readonly string[]): void {
    const table = this.of(name);
    const partitions = new Map<string, number>();
    for (const partition of tableOf(after, name).partitions ?? []) {
      const old = anew.includes(partition.name) ? undefined : table.partitions?.get(partition.name);
      partitions.set(partition.name, old ?? this.nextId++);
    }
    this.tables.set(name, { id: table.id, partitions });
  }
}
