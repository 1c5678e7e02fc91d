import { numbered } from '../../../model/numbered.js';
import type { Command } from '../../../model/command.js';
import type { Anomaly, AnomalyKind, RowDifference } from '../../../src/check/anomaly.js';
import type { Executed, ServerHistory } from '../../../src/cluster/cluster.js';
import { Commands } from '../../../src/explain/commands.js';
import type { Conclusion, Removal, RowStory } from '../../../src/explain/explanation.js';
import { sceneOf, type Scene } from '../../../src/explain/scene.js';
import { storiesOf } from '../../../src/explain/stories.js';
import { verdictOn } from '../../../src/explain/verdict.js';
import type { CommandEntry } from '../../../src/run/trace.js';
import { mariadb } from '../../../src/sql/mariadb.js';

/** A trace in which each command took 10 ms, one after the other, and succeeded. */
export function traceOf(commands: readonly Command[]): readonly CommandEntry[] {
  return numbered(commands).map(({ command, number }, place) => ({
    type: 'command',
    number,
    command,
    start: place * 10,
    end: place * 10 + 10,
    outcome: { kind: 'ok' },
  }));
}

/** A DDL as a server's history tells it. */
export function ddl(position: string, statement: string): Executed {
  return { position, at: null, capture: null, change: { kind: 'ddl', statement } };
}

/** A row that was written, as a server's history tells it. */
export function write(position: string, table: string, id: number, data: string): Executed {
  return { position, at: null, capture: null, change: { kind: 'write', table, id, data } };
}

/** A row that was removed. */
export function remove(position: string, table: string, id: number): Executed {
  return { position, at: null, capture: null, change: { kind: 'remove', table, id } };
}

/** An anomaly of rows of one table; `side` is where they are, with the token of each. */
export function wrong(
  kind: AnomalyKind,
  table: string,
  rest: string,
  side: 'upstream' | 'downstream',
  tokens: Readonly<Record<number, string>>,
): Anomaly {
  const rows = Object.entries(tokens).map(([id, data]): RowDifference => {
    const row = { id: Number(id), data, extra: [], partition: null };
    const isUpstream = side === 'upstream';
    return {
      id: Number(id),
      model: isUpstream ? row : null,
      upstream: isUpstream ? row : null,
      downstream: isUpstream ? null : row,
    };
  });
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
  return { kind, table, detail: `${count} of ${table} ${rest}`, rows, commands: [] };
}

/** What is concluded from evidence as MariaDB gives it. */
export function concluded(
  commands: readonly Command[],
  histories: Readonly<Record<string, readonly Executed[]>>,
  anomalies: readonly Anomaly[],
  needed: readonly Removal[] = [],
  enough = 1,
): { readonly verdict: Conclusion; readonly stories: readonly RowStory[]; readonly scene: Scene } {
  const servers = Object.entries(histories).map(([server, executed]): ServerHistory => ({
    server,
    executed,
  }));
  const scene = sceneOf(new Commands(commands), traceOf(commands), servers, mariadb);
  const stories = storiesOf(anomalies, scene);
  return { verdict: verdictOn({ anomalies, stories, scene, enough, needed }, mariadb), stories, scene };
}
