import type { Command } from '../../model/command.js';
import { consecutive } from '../../model/idRange.js';
import type { State } from '../../model/state.js';
import { hasRow, partitionFor } from '../../model/table.js';
import type { Outcome } from '../cluster/cluster.js';

/**
 * The ids that AUTO_INCREMENT gave to the rows of a command: consecutive from the one that the server reports, which
 * holds for an INSERT with a known number of rows (MariaDB with innodb_autoinc_lock_mode ≤ 1, TiDB with one
 * statement's batch). Undefined for commands that learn none; an error text where the ids cannot be right.
 */
export function learntIds(
  state: State,
  command: Command,
  outcome: Outcome,
): { readonly ids?: readonly number[]; readonly wrong?: string } {
  if (command.kind !== 'insertAuto' || outcome.kind !== 'ok') return {};
  const first = outcome.insertId;
  if (first === undefined || first < 1) return { wrong: 'the server reported no AUTO_INCREMENT id' };
  const ids = consecutive(first, command.rows);
  const table = state.tables.get(command.table);
  const taken = table && ids.find((id) => hasRow(table, id));
  if (taken !== undefined)
    return { wrong: `AUTO_INCREMENT gave id ${taken}, which ${command.table} has already` };
  const partitions = table?.partitions ?? null;
  const homeless = ids.find((id) => partitions !== null && partitionFor(partitions, id) === undefined);
  if (homeless !== undefined) {
    return { wrong: `AUTO_INCREMENT gave id ${homeless}, for which ${command.table} has no partition` };
  }
  return { ids };
}
