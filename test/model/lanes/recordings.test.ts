import { describe, expect, it } from 'vitest';
import { explainBlock } from '../../../model/lanes/explainBlock.js';
import { ruleOf } from '../../../model/command.js';
import type { Happened } from '../../../model/lanes/happened.js';
import type { RowSeen, Snapshot } from '../../../model/snapshot.js';
import { emptyState } from '../../../model/state.js';
import { recording } from './recording.js';

const recordings = ([1, 2, 3] as const).map((number) => ({ number, ...recording(number) }));

function kindOf(happened: readonly Happened[], seen: Snapshot): string {
  return explainBlock(emptyState(0), happened, seen).kind;
}

function withRows(
  seen: Snapshot,
  name: string,
  change: (rows: readonly RowSeen[]) => readonly RowSeen[],
): Snapshot {
  const table = seen[name];
  if (table === undefined) throw new Error(`no table ${name}`);
  return { ...seen, [name]: { ...table, rows: change(table.rows).toSorted((a, b) => a.id - b.id) } };
}

/** A row that was inserted and acknowledged before a TRUNCATE of its table began, after which nothing was recovered. */
function truncated(happened: readonly Happened[]): { readonly table: string; readonly row: RowSeen } {
  for (const { command, began } of happened) {
    if (command.kind !== 'truncateTable') continue;
    const { table } = command;
    const next = happened.find(
      (each) => each.began > began && each.command.kind !== 'insertAuto' && tablesOf(each).includes(table),
    );
    const lost = happened.findLast(
      (each) =>
        each.command.kind === 'insertAuto' &&
        tablesOf(each).includes(table) &&
        each.ended < began &&
        each.said.kind === 'ok',
    );
    if (next?.command.kind === 'recoverTable' || lost?.said.kind !== 'ok') continue;
    const [id = 0] = lost.said.ids;
    return { table, row: { id, data: `c${lost.number}.1`, extra: [], partition: null } };
  }
  throw new Error('no row was certainly truncated');
}

function tablesOf({ command }: Happened): readonly string[] {
  return ruleOf(command.kind).tables(command);
}

describe.each(recordings)(
  'recording $number of eight lanes on a real TiDB',
  { timeout: 60_000 },
  ({ happened, seen }) => {
    it('ended with what some order of its statements allows', () => {
      expect(kindOf(happened, seen)).toBe('explained');
    });

    it.each(Object.keys(seen))('does not allow %s without its last row', (name) => {
      expect(
        kindOf(
          happened,
          withRows(seen, name, (rows) => rows.slice(0, -1)),
        ),
      ).toBe('impossible');
    });

    it('does not allow a row that was certainly truncated', () => {
      const { table, row } = truncated(happened);
      const others = (rows: readonly RowSeen[]): readonly RowSeen[] => rows.filter(({ id }) => id !== row.id);
      expect(
        kindOf(
          happened,
          withRows(seen, table, (rows) => [...others(rows), row]),
        ),
      ).toBe('impossible');
    });

    it('does not allow a row in another table', () => {
      const row = seen['p8']?.rows.at(-1);
      if (row === undefined) throw new Error('p8 is empty');
      const moved = withRows(
        withRows(seen, 'p8', (rows) => rows.slice(0, -1)),
        'n1',
        (rows) => [...rows, { ...row, partition: null }],
      );
      expect(kindOf(happened, moved)).toBe('impossible');
    });

    it('does not allow a row in another partition', () => {
      const moved = withRows(seen, 'p8', (rows) =>
        rows.map((row, place) => (place === 0 ? { ...row, partition: 'p2' } : row)),
      );
      expect(kindOf(happened, moved)).toBe('impossible');
    });
  },
);
