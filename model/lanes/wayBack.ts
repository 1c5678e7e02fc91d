import { partitionFor, type Partition, type Table } from '../table.js';
import type { Definitions, Step } from './ddlOrders.js';
import { isRequired, type Requirement, type Requirements, type TableRequirements } from './requirements.js';
import { someRow, type CanHaveRow, type Way } from './someRow.js';

/**
 * The ways back over a DDL: for nearly all of them one. A DDL that failed for rows that were there has one for each row that may have been there.
 */
export function waysBack(
  step: Step,
  ids: readonly number[],
  requirements: Requirements,
  canHaveRow: CanHaveRow,
): readonly Way[] {
  switch (step.how) {
    case 'refused':
    case 'nothing':
      return [() => true];
    case 'rows':
      return someRow(step.ddl.number, misfits(step, ids), requirements, canHaveRow);
    case 'done':
      return [() => undo(step, ids, requirements) && fit(step, ids, requirements)];
  }
}

/** Gives the table's rows before the DDL what is required of them after it. */
function undo(
  { ddl: { command }, from, to }: Step,
  ids: readonly number[],
  requirements: Requirements,
): boolean {
  const { table } = command;
  const isIn =
    (names: readonly string[]) =>
    (place: number): boolean =>
      names.includes(partitionFor(partitionsOf(from, table), ids[place] ?? 0)?.name ?? '');
  switch (command.kind) {
    case 'createTable':
      return wipe(requirements, table);
    case 'dropTable':
    case 'truncateTable': {
      const isEmpty = wipe(requirements, table);
      requirements.replace(table, requirements.take(from.state.discarded.length));
      return isEmpty;
    }
    case 'recoverTable':
    case 'flashbackTable': {
      const back = command.kind === 'flashbackTable' ? command.to : table;
      const latest = from.state.discarded.findLastIndex(({ name }) => name === table);
      requirements.keep(latest, requirements.of(back));
      requirements.replace(back, undefined);
      return true;
    }
    case 'renameTable':
      requirements.replace(table, requirements.of(command.to));
      requirements.replace(command.to, undefined);
      return true;
    case 'dropPartition':
    case 'truncatePartition':
      return wipe(requirements, table, isIn(command.partitions));
    case 'exchangePartition':
      return swap(requirements, table, command.with, isIn([command.partition]), ids);
    case 'addColumn':
      return withoutLastColumn(requirements, table, to);
    case 'dropColumn': {
      const gone = tableIn(from, table)?.columns.findIndex(({ name }) => name === command.column) ?? -1;
      return change(requirements, table, (each) =>
        !isRequired(each) || each.extra === null
          ? each
          : { ...each, extra: each.extra.toSpliced(gone, 0, null) },
      );
    }
    case 'addPartition':
    case 'reorganizePartition':
    case 'removePartitioning':
    case 'partitionBy':
    case 'addIndex':
      return true;
  }
}

/** Nothing can be left where a DDL threw away; before it anything can have been there. */
function wipe(
  requirements: Requirements,
  table: string,
  isIn: (place: number) => boolean = () => true,
): boolean {
  for (const [place, requirement] of requirements.of(table).entries()) {
    if (!isIn(place)) continue;
    if (isRequired(requirement) || !requirements.set(table, place, 'any')) return false;
  }
  return true;
}

function swap(
  requirements: Requirements,
  table: string,
  other: string,
  isIn: (place: number) => boolean,
  ids: readonly number[],
): boolean {
  for (const place of ids.keys()) {
    if (isIn(place)) requirements.swap(table, other, place);
    else if (!requirements.strengthen(other, place, withoutRow)) return false;
  }
  return true;
}

function withoutLastColumn(requirements: Requirements, table: string, to: Definitions): boolean {
  const value = tableIn(to, table)?.columns.at(-1)?.default;
  return change(requirements, table, (each) => {
    if (!isRequired(each) || each.extra === null) return each;
    const last = each.extra.at(-1);
    return last === null || last === value ? { ...each, extra: each.extra.slice(0, -1) } : null;
  });
}

/** A DDL that gives every row a new place has one for each of them. */
function fit(step: Step, ids: readonly number[], requirements: Requirements): boolean {
  return movesRows(step)
    ? misfits(step, ids).every(([table, place]) => requirements.strengthen(table, place, withoutRow))
    : true;
}

function movesRows({ ddl: { command } }: Step): boolean {
  return command.kind === 'partitionBy' || command.kind === 'reorganizePartition';
}

/** Where rows must not be for the DDL to succeed. */
function misfits(
  { ddl: { command }, from }: Step,
  ids: readonly number[],
): readonly (readonly [string, number])[] {
  const places = (table: string, isMisfit: (id: number) => boolean): (readonly [string, number])[] =>
    [...ids.entries()].filter(([, id]) => isMisfit(id)).map(([place]) => [table, place]);
  switch (command.kind) {
    case 'exchangePartition': {
      const partitions = partitionsOf(from, command.table);
      return places(command.with, (id) => partitionFor(partitions, id)?.name !== command.partition);
    }
    case 'partitionBy':
      return places(command.table, (id) => partitionFor(command.partitions, id) === undefined);
    case 'reorganizePartition': {
      const partitions = partitionsOf(from, command.table);
      const top = command.into.at(-1)?.lessThan ?? 'MAXVALUE';
      if (!command.partitions.includes(partitions.at(-1)?.name ?? '')) return [];
      return places(
        command.table,
        (id) => partitionFor(partitions, id) !== undefined && top !== 'MAXVALUE' && id >= top,
      );
    }
    default:
      return [];
  }
}

function withoutRow(requirement: Requirement): Requirement | null {
  return isRequired(requirement) ? null : 'absent';
}

function change(
  requirements: Requirements,
  table: string,
  by: (requirement: Requirement) => Requirement | null,
): boolean {
  const list: TableRequirements = requirements.of(table);
  return list.every((_, place) => requirements.strengthen(table, place, by));
}

function tableIn({ state }: Definitions, name: string): Table | undefined {
  return state.tables.get(name);
}

function partitionsOf(definitions: Definitions, table: string): readonly Partition[] {
  return tableIn(definitions, table)?.partitions ?? [];
}
