import type { SingleCommand } from '../../model/numbered.js';
import type { State } from '../../model/state.js';
import { partitionFor, type Partition } from '../../model/table.js';

/** The partitions of this table that a command names, makes, or writes or removes rows in, as far as the model can foresee it. */
export function touchedPartitions(command: SingleCommand, table: string, state: State): ReadonlySet<string> {
  const found = new Set<string>();
  const partitions = state.tables.get(table)?.partitions ?? null;
  const addPlaceOf = (id: number): void => {
    const place = partitions === null ? undefined : partitionFor(partitions, id);
    if (place !== undefined) found.add(place.name);
  };
  const addAll = (named: readonly (string | Partition)[]): void => {
    for (const each of named) found.add(typeof each === 'string' ? each : each.name);
  };
  switch (command.kind) {
    case 'insert':
      command.ids.forEach(addPlaceOf);
      break;
    case 'insertAuto':
      addPlaceOf(state.tables.get(table)?.nextId ?? 1);
      break;
    case 'update':
    case 'delete':
      addPlaceOf(command.from);
      break;
    case 'transaction':
      for (const statement of command.statements) {
        if (statement.table !== table) continue;
        for (const name of touchedPartitions(statement, table, state)) found.add(name);
      }
      break;
    case 'exchangePartition':
      if (command.table === table) found.add(command.partition);
      break;
    case 'reorganizePartition':
      addAll([...command.partitions, ...command.into]);
      break;
    case 'addPartition':
    case 'dropPartition':
    case 'truncatePartition':
      addAll(command.partitions);
      break;
    default:
      break;
  }
  return found;
}
