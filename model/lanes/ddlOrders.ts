import { ruleOf } from '../command.js';
import { expectation, type Expectation } from '../apply.js';
import { isDdl, type Ddl } from '../part.js';
import type { Reason } from '../reason.js';
import { withDiscarded, withTables, type State } from '../state.js';
import { changed } from '../table.js';
import type { Happened } from './happened.js';

/** A DDL of a block as it went. */
export interface HappenedDdl extends Happened {
  readonly command: Ddl;
}

/** A DDL between two states of the definitions. */
export interface Step {
  readonly ddl: HappenedDdl;
  readonly from: Definitions;
  readonly to: Definitions;
  /** `done`: it did what it says. `refused`, `rows`: an error, for definitions or for rows that were there. `nothing`: it did not happen. */
  readonly how: 'done' | 'refused' | 'rows' | 'nothing';
}

/** Tables without rows, as they are after some of the DDLs of a block, and the steps that can lead here. */
export interface Definitions {
  readonly state: State;
  readonly steps: Step[];
}

/** More states than that are not looked at. */
const MOST = 20_000;

/** Reasons that lie with rows: the definitions alone do not tell. */
export const ABOUT_ROWS: ReadonlySet<Reason> = new Set([
  'rowOutsidePartition',
  'noPartitionForValue',
  'rangeChanged',
]);

/**
 * All states of the definitions that the DDLs can have led through, in every order that their times and outcomes allow. Returns the first
 * one and those with every DDL done; null where there are too many.
 */
export function ddlOrders(
  before: State,
  happened: readonly Happened[],
): { readonly first: Definitions; readonly last: readonly Definitions[] } | null {
  const ddls = happened
    .filter((each): each is HappenedDdl => isDdl(each.command))
    .sort((a, b) => a.began - b.began);
  const keepsDiscarded = ddls.some(
    ({ command }) => command.kind === 'recoverTable' || command.kind === 'flashbackTable',
  );
  const first: Definitions = { state: withoutRows(before), steps: [] };
  let layer = new Map<string, { readonly definitions: Definitions; readonly left: readonly HappenedDdl[] }>([
    ['', { definitions: first, left: ddls }],
  ]);
  let count = 0;
  while (count < MOST && [...layer.values()].some(({ left }) => left.length > 0)) {
    const next: typeof layer = new Map();
    for (const { definitions, left } of layer.values()) {
      for (const ddl of left.filter((each) => left.every((other) => other.ended >= each.began))) {
        for (const [how, state] of outcomesOf(definitions.state, ddl)) {
          const rest = left.filter((each) => each !== ddl);
          const key = JSON.stringify([rest.map(({ number }) => number), keyOf(state, keepsDiscarded)]);
          const known = next.get(key) ?? { definitions: { state, steps: [] }, left: rest };
          next.set(key, known);
          known.definitions.steps.push({ ddl, from: definitions, to: known.definitions, how });
        }
      }
    }
    layer = next;
    count += layer.size;
  }
  if (count >= MOST) return null;
  return { first, last: [...layer.values()].map(({ definitions }) => definitions) };
}

/** What can have become of a DDL in this state, by what upstream said of it. */
function outcomesOf(state: State, ddl: HappenedDdl): readonly (readonly [Step['how'], State])[] {
  const { command, said, number } = ddl;
  const expected = expectation(state, command);
  const done = (): State => withoutRows(ruleOf(command.kind).next(state, command, number, []));
  switch (said.kind) {
    case 'ok':
      return expected.kind === 'error' ? [] : [['done', done()]];
    case 'void':
      return [['nothing', state]];
    case 'unknown':
      return expected.kind === 'error'
        ? [['nothing', state]]
        : [
            ['done', done()],
            ['nothing', state],
          ];
    case 'error':
      if (explains(expected, said.reasons)) return [['refused', state]];
      return expected.kind !== 'error' && said.reasons.some((reason) => ABOUT_ROWS.has(reason))
        ? [['rows', state]]
        : [];
  }
}

/** Whether an expectation allows an error for one of these reasons. */
export function explains(expected: Expectation, reasons: readonly Reason[]): boolean {
  return expected.kind !== 'ok' && expected.reasons.some((reason) => reasons.includes(reason));
}

function withoutRows(state: State): State {
  const tables = new Map([...state.tables].map(([name, table]) => [name, changed(table, { rows: [] })]));
  const discarded = state.discarded.map((each) => ({ ...each, table: changed(each.table, { rows: [] }) }));
  return withDiscarded(withTables(state, tables), discarded);
}

/** The definitions as text. `nextId` is only a guess, so it does not count; what was thrown away does where it can come back. */
function keyOf({ tables, discarded }: State, keepsDiscarded: boolean): unknown {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    sorted.map(([name, table]) => [name, changed(table, { nextId: 1 })]),
    keepsDiscarded ? discarded.map((each) => ({ ...each, table: changed(each.table, { nextId: 1 }) })) : [],
  ];
}
