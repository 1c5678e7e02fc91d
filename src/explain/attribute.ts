import type { IdRange } from '../../model/idRange.js';
import type { Executed, ServerHistory } from '../cluster/cluster.js';
import type { Dialect } from '../sql/dialect.js';
import type { Numbered } from '../../model/numbered.js';
import { commandOfToken } from '../../model/token.js';
import type { Commands } from './commands.js';

/** A change that a server executed, with the command whose it is; null where it is none of the sequence's. */
export interface Told extends Executed {
  readonly command: number | null;
}

/** What one server executed, with the commands. */
export interface ToldBy {
  readonly server: string;
  readonly told: readonly Told[];
}

/**
 * Finds the command of each change. Upstream a DDL is known by its statement, rows by the token that they carry, removed rows
 * by the DELETE that reaches them, each command once; elsewhere by the position, which upstream gave. `refused` are the
 * numbers of commands that failed upstream.
 */
export function attributed(
  histories: readonly ServerHistory[],
  commands: Commands,
  refused: ReadonlySet<number>,
  dialect: Dialect,
): readonly ToldBy[] {
  const upstream = histories.find(({ server }) => server === 'upstream')?.executed ?? [];
  const known = new Map<string, number>();
  const left = commands.all.filter(({ number }) => !refused.has(number));
  let last = 0;
  for (const changes of transactions(upstream)) {
    const could = left.filter((each) => isOf(each, changes, dialect));
    // A DELETE that met no row is in no history.
    const isRemoval = changes.every(({ change }) => change.kind === 'remove');
    const found = (isRemoval ? could.find(({ number }) => number > last) : undefined) ?? could[0];
    const [first] = changes;
    if (found === undefined || first === undefined) continue;
    left.splice(left.indexOf(found), 1);
    last = found.number;
    known.set(keyOf(first), found.number);
  }
  return histories.map(({ server, executed }) => ({
    server,
    told: executed.map((each) => ({ ...each, command: known.get(keyOf(each)) ?? null })),
  }));
}

/** What is the same wherever a change is executed. A DDL may have the position of rows that were committed with it. */
export function keyOf({ position, change }: Executed): string {
  return `${position} ${change.kind === 'ddl' ? 'ddl' : 'rows'}`;
}

/** Changes next to each other that are one transaction or DDL. */
function transactions(executed: readonly Executed[]): readonly (readonly Executed[])[] {
  const groups: Executed[][] = [];
  for (const each of executed) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(each)) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

function isOf(step: Numbered, changes: readonly Executed[], dialect: Dialect): boolean {
  const { command, number } = step;
  return changes.every(({ change }) => {
    switch (change.kind) {
      case 'ddl':
        return dialect.statements(step).some((each) => sameStatement(each, change.statement));
      case 'write':
        return change.data !== null && commandOfToken(change.data) === number;
      case 'remove':
        return (
          (command.kind === 'delete' || command.kind === 'transaction') &&
          deletes(command).some(
            ({ table, from, to }) => table === change.table && from <= change.id && change.id <= to,
          )
        );
    }
  });
}

function deletes(
  command: Extract<Numbered['command'], { kind: 'delete' | 'transaction' }>,
): readonly ({ readonly table: string } & IdRange)[] {
  if (command.kind === 'delete') return [command];
  return command.statements.filter((statement) => statement.kind === 'delete');
}

/** Whether two statements are the same but for quotes and spaces, which servers change. */
export function sameStatement(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(statement: string): string {
  return statement.replaceAll('`', '').replace(/\s+/g, ' ').trim();
}
