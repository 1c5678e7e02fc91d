import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { LaneCommand } from '../../../model/commands/concurrently.js';
import type { Happened, Said } from '../../../model/lanes/happened.js';
import type { Snapshot } from '../../../model/snapshot.js';
import type { Partition } from '../../../model/table.js';
import { tidb } from '../../../src/sql/tidb.js';

interface Recorded {
  readonly events: readonly {
    readonly lane: string;
    readonly start: number;
    readonly end: number;
    readonly sql: string;
    readonly outcome: 'ok' | number;
    readonly insertId?: number;
  }[];
  readonly tables: Readonly<
    Record<
      string,
      {
        readonly partitions: readonly (readonly [string, string])[];
        readonly rows: readonly (readonly [number, string, string?])[];
      }
    >
  >;
}

/** One of the recordings of eight lanes on a real TiDB v8.5.3 over TiKV, as a block that began with no tables. */
export function recording(number: 1 | 2 | 3): {
  readonly happened: readonly Happened[];
  readonly seen: Snapshot;
} {
  const file = new URL(`recordings/tidb-lanes-${number}.json.gz`, import.meta.url);
  const { events, tables } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Recorded;
  const times = orderOf(events);
  const tokens = new Map<string, string>();
  const happened = events.map(({ sql, outcome, insertId }, place): Happened => {
    const text = /VALUES \('(.*)'\)/.exec(sql)?.[1];
    if (text !== undefined) tokens.set(text, `c${place + 1}.1`);
    const command = commandOf(sql);
    return { number: place + 1, command, said: saidOf(command, outcome, insertId), ...times(place) };
  });
  const seen: Record<string, Snapshot[string]> = {};
  for (const [name, { partitions, rows }] of Object.entries(tables)) {
    seen[name] = {
      columns: [],
      indexes: [],
      partitions: partitions.length === 0 ? null : partitions.map(([part, bound]) => partition(part, bound)),
      rows: rows.map(([id, text, part]) => ({
        id,
        data: tokens.get(text) ?? text,
        extra: [],
        partition: part ?? null,
      })),
    };
  }
  return { happened, seen };
}

/** Begin and end as places in one order of all of them. At the same moment of two lanes' clocks a begin comes first, so that neither is taken to be before the other. */
function orderOf(events: Recorded['events']): (place: number) => { began: number; ended: number } {
  const marks = events.flatMap(({ start, end }, place) => [
    { place, isEnd: false, at: start },
    { place, isEnd: true, at: end },
  ]);
  marks.sort((a, b) => a.at - b.at || Number(a.isEnd) - Number(b.isEnd));
  // In one lane a statement begins at the very moment at which the one before it has ended.
  const began = new Map<number, number>();
  const ended = new Map<number, number>();
  const waiting = new Map<string, number>();
  let count = 0;
  for (const { place, isEnd } of marks) {
    const lane = events[place]?.lane ?? '';
    if (isEnd) {
      ended.set(place, count++);
      const next = waiting.get(lane);
      if (next !== undefined && next !== place) began.set(next, count++);
      waiting.delete(lane);
    } else if ([...began.keys()].some((other) => !ended.has(other) && events[other]?.lane === lane)) {
      waiting.set(lane, place);
    } else began.set(place, count++);
  }
  return (place) => ({ began: began.get(place) ?? 0, ended: ended.get(place) ?? 0 });
}

function saidOf(command: LaneCommand, outcome: 'ok' | number, insertId: number | undefined): Said {
  if (outcome === 'ok') return { kind: 'ok', ids: insertId === undefined ? [] : [insertId] };
  if (outcome === 8028) return { kind: 'void' };
  return { kind: 'error', reasons: tidb.reasons(command.kind, outcome) };
}

function commandOf(sql: string): LaneCommand {
  const found = statements.flatMap(([pattern, make]) => {
    const match = pattern.exec(sql);
    return match === null ? [] : [make(match.slice(1))];
  });
  const [command] = found;
  if (command === undefined) throw new Error(`no command for ${sql}`);
  return command;
}

const statements: readonly (readonly [RegExp, (parts: readonly string[]) => LaneCommand])[] = [
  [/^INSERT INTO (\w+) /, ([table = '']) => ({ kind: 'insertAuto', table, rows: 1 })],
  [
    /^CREATE TABLE (?:IF NOT EXISTS )?(\w+) .*?(?: PARTITION BY RANGE \(id\) \((.*)\))?$/,
    ([table = '', layout]) => ({
      kind: 'createTable',
      table,
      partitions: layout === undefined ? null : layoutOf(layout),
    }),
  ],
  [/^DROP TABLE IF EXISTS (\w+)/, ([table = '']) => ({ kind: 'dropTable', table })],
  [/^TRUNCATE TABLE (\w+)/, ([table = '']) => ({ kind: 'truncateTable', table })],
  [/^RECOVER TABLE (\w+)/, ([table = '']) => ({ kind: 'recoverTable', table })],
  [
    /^ALTER TABLE (\w+) REORGANIZE PARTITION (\S+) INTO \((.*)\)$/,
    ([table = '', names = '', into = '']) => ({
      kind: 'reorganizePartition',
      table,
      partitions: names.split(','),
      into: layoutOf(into),
    }),
  ],
  [/^ALTER TABLE (\w+) REMOVE PARTITIONING/, ([table = '']) => ({ kind: 'removePartitioning', table })],
  [
    /^ALTER TABLE (\w+) PARTITION BY RANGE \(id\) \((.*)\)$/,
    ([table = '', layout = '']) => ({ kind: 'partitionBy', table, partitions: layoutOf(layout) }),
  ],
  [
    /^ALTER TABLE (\w+) DROP PARTITION (\w+)/,
    ([table = '', name = '']) => ({ kind: 'dropPartition', table, partitions: [name] }),
  ],
  [
    /^ALTER TABLE (\w+) ADD PARTITION \((.*)\)$/,
    ([table = '', layout = '']) => ({ kind: 'addPartition', table, partitions: layoutOf(layout) }),
  ],
  [
    /^ALTER TABLE (\w+) EXCHANGE PARTITION (\w+) WITH TABLE (\w+)/,
    ([table = '', name = '', other = '']) => ({
      kind: 'exchangePartition',
      table,
      partition: name,
      with: other,
    }),
  ],
];

function layoutOf(text: string): readonly Partition[] {
  const each = text.matchAll(/PARTITION (\w+) VALUES LESS THAN (?:\((\d+)\)|(MAXVALUE))/g);
  return [...each].map(([, name = '', bound, open]) => partition(name, open ?? bound ?? ''));
}

function partition(name: string, bound: string): Partition {
  return { name, lessThan: bound === 'MAXVALUE' ? bound : Number(bound) };
}
