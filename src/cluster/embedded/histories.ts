import type { Executed, ServerHistory } from '../cluster.js';
import { sqlOf, TRIGGER, type CommitLog, type LogEvent } from './commitLog.js';
import type { Done } from './sink.js';

/** What upstream has committed and downstream has executed, as a binlog on each side would tell it. */
export function historiesOf(log: CommitLog, done: readonly Done[]): readonly ServerHistory[] {
  return [
    { server: 'upstream', executed: committed(log) },
    {
      server: 'downstream',
      executed: done.flatMap(({ event, table, at, capture }) => changesOf(event, table, { at, capture })),
    },
  ];
}

/** In the order of the commits: rows before the DDL that has their timestamp. */
function committed(log: CommitLog): readonly Executed[] {
  const events: { readonly id: number; readonly event: LogEvent }[] = [];
  for (const [id, stream] of log.all()) {
    for (const event of stream) if (event.kind === 'rows' || id === TRIGGER) events.push({ id, event });
  }
  events.sort((a, b) => a.event.ts - b.event.ts || rank(a.event) - rank(b.event));
  return events.flatMap(({ id, event }) => {
    const table = event.kind === 'rows' ? (log.versionsAt(id, event.ts).version?.table ?? '') : '';
    return changesOf(event, table, { at: log.committedAt(event.ts), capture: null });
  });
}

function rank({ kind }: LogEvent): number {
  return kind === 'rows' ? 0 : 1;
}

function changesOf(
  event: LogEvent,
  table: string,
  { at, capture }: Pick<Executed, 'at' | 'capture'>,
): readonly Executed[] {
  const position = String(event.ts);
  if (event.kind === 'ddl') {
    return [{ position, at, capture, change: { kind: 'ddl', statement: sqlOf(event) } }];
  }
  return event.changes.map(({ id, row }) => ({
    position,
    at,
    capture,
    change: row === null ? { kind: 'remove', table, id } : { kind: 'write', table, id, data: row.data },
  }));
}
