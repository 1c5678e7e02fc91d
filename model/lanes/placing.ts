import { expectation } from '../apply.js';
import type { State } from '../state.js';
import { partitionFor } from '../table.js';
import { explains } from './ddlOrders.js';
import type { HappenedDml, RowStatement } from './dml.js';
import { isMetBy, isOpen, isRequired, type Requirements } from './requirements.js';
import { someRow, type CanHaveRow, type Way } from './someRow.js';

/** One way in which a DML can have come last: what it was if it had an effect, and the step back over it. */
export interface WayToPlace {
  readonly hadEffect: boolean;
  readonly back: Way;
}

/**
 * The ways in which a DML can be what happened last before the moment whose requirements these are, in tables defined like this. Each way changes the
 * requirements to those before the DML; false where they cannot be met. No way: it cannot have happened here.
 */
export function waysToPlace(
  dml: HappenedDml,
  state: State,
  requirements: Requirements,
  canHaveRow: CanHaveRow,
): readonly WayToPlace[] {
  const { command, said } = dml.happened;
  const done: WayToPlace = {
    hadEffect: true,
    back: () => hasRoom(dml, state) && undo(dml, state, requirements),
  };
  switch (said.kind) {
    case 'ok':
      return [done];
    case 'unknown':
      return dml.wasSeen ? [done] : [nothing, done];
    case 'error': {
      const expected = expectation(state, command);
      if (explains(expected, said.reasons)) return [nothing];
      return said.reasons.includes('duplicateKey')
        ? duplicates(dml, state, requirements, canHaveRow).map((back) => ({ hadEffect: false, back }))
        : [];
    }
    case 'void':
      return [nothing];
  }
}

const nothing: WayToPlace = { hadEffect: false, back: () => true };

/** Whether every table is there and has a partition for every row. */
function hasRoom({ statements }: HappenedDml, state: State): boolean {
  return statements.every((statement) => {
    const table = state.tables.get(statement.table);
    if (table === undefined) return false;
    const { partitions } = table;
    return (
      statement.kind !== 'insert' ||
      partitions === null ||
      statement.rows.every(({ id }) => partitionFor(partitions, id) !== undefined)
    );
  });
}

function undo({ statements }: HappenedDml, state: State, requirements: Requirements): boolean {
  return statements.toReversed().every((statement) => undoStatement(statement, state, requirements));
}

function undoStatement(statement: RowStatement, state: State, requirements: Requirements): boolean {
  const { table } = statement;
  switch (statement.kind) {
    case 'insert': {
      const extra = state.tables.get(table)?.columns.map((column) => column.default) ?? [];
      return statement.rows.every(({ place, data, wasSeen }) => {
        const requirement = requirements.at(table, place);
        if (wasSeen && isOpen(requirement)) return false;
        if (!isMetBy(requirement, { data, extra })) return false;
        requirements.unwrite(table, place);
        return true;
      });
    }
    case 'delete':
      return statement.places.every((place) => {
        if (isRequired(requirements.at(table, place))) return false;
        return requirements.set(table, place, 'any');
      });
    case 'update':
      if (statement.seen.some((place) => !isRequired(requirements.at(table, place)))) return false;
      return statement.places.every((place) => {
        const requirement = requirements.at(table, place);
        if (!isRequired(requirement)) return true;
        if (requirement.data !== null && requirement.data !== statement.data) return false;
        return requirements.set(table, place, { data: null, extra: requirement.extra });
      });
  }
}

/** An insert that was refused as a duplicate: one of its ids was taken, unless it took one itself. */
function duplicates(
  dml: HappenedDml,
  state: State,
  requirements: Requirements,
  canHaveRow: CanHaveRow,
): readonly Way[] {
  const { command } = dml.happened;
  if (command.kind === 'insertAuto') return state.tables.has(command.table) ? [() => true] : [];
  const written = new Set<string>();
  const places: (readonly [string, number])[] = [];
  for (const statement of dml.statements) {
    if (!state.tables.has(statement.table)) break;
    if (statement.kind !== 'insert') continue;
    for (const { place } of statement.rows) {
      const row = `${statement.table} ${place}`;
      if (written.has(row)) return [() => true];
      places.push([statement.table, place]);
      written.add(row);
    }
  }
  return someRow(dml.happened.number, places, requirements, canHaveRow);
}
