import { consecutive } from '../idRange.js';
import { isDml } from '../part.js';
import type { Snapshot } from '../snapshot.js';
import { commandOfToken, tokenText } from '../token.js';
import type { Happened } from './happened.js';

/** A row that an INSERT writes. */
export interface RowWritten {
  readonly place: number;
  readonly id: number;
  readonly data: string;
  /** Whether it carries this data at the end, so that this very INSERT has brought it there. */
  readonly wasSeen: boolean;
}

/** One statement of a DML as it bears on rows: places are those of ids in the list of all ids. */
export type RowStatement =
  | {
      readonly kind: 'insert';
      readonly table: string;
      readonly rows: readonly RowWritten[];
    }
  | {
      readonly kind: 'update';
      readonly table: string;
      readonly places: readonly number[];
      readonly data: string;
      /** Those of the places whose rows carry its data at the end. */
      readonly seen: readonly number[];
    }
  | { readonly kind: 'delete'; readonly table: string; readonly places: readonly number[] };

/** A DML of a block as it went, with what its statements do to which ids. */
export interface HappenedDml {
  readonly happened: Happened;
  readonly statements: readonly RowStatement[];
  /** Whether a row that it wrote was seen at the end, so that it happened whatever was said of it. */
  readonly wasSeen: boolean;
  /** Whether it can have done something: not where it was refused. */
  readonly mayWrite: boolean;
}

/** The places of the ids that a statement concerns. */
export function placesOf(statement: RowStatement): readonly number[] {
  return statement.kind === 'insert' ? statement.rows.map(({ place }) => place) : statement.places;
}

type Single = Extract<Happened['command'], { kind: 'insert' | 'insertAuto' | 'update' | 'delete' }>;

/** Every id that rows of this block can have: of rows there at its beginning and end, and of those written in between. */
export function idsIn(
  before: Iterable<number>,
  happened: readonly Happened[],
  seen: Snapshot,
  tokens: Tokens,
): readonly number[] {
  const ids = new Set(before);
  for (const { rows } of Object.values(seen)) for (const { id } of rows) ids.add(id);
  for (const each of happened) {
    const statements = each.command.kind === 'transaction' ? each.command.statements : [each.command];
    for (const statement of statements) {
      if (statement.kind === 'insert') for (const id of statement.ids) ids.add(id);
      if (statement.kind === 'insertAuto')
        for (const id of autoIds(each, statement.rows, tokens)) ids.add(id);
    }
  }
  return [...ids].sort((a, b) => a - b);
}

/** The DML of a block, with the ids that each concerns. */
export function dmlsOf(
  happened: readonly Happened[],
  ids: readonly number[],
  places: ReadonlyMap<number, number>,
  tokens: Tokens,
): readonly HappenedDml[] {
  const found: HappenedDml[] = [];
  for (const each of happened) {
    const { command, said, number } = each;
    if (!isDml(command) || said.kind === 'void') continue;
    const singles: readonly Single[] = command.kind === 'transaction' ? command.statements : [command];
    const statements = singles.map((single) => statementOf(single, each, ids, places, tokens));
    const wasSeen = tokens.numbers.has(number);
    found.push({ happened: each, statements, wasSeen, mayWrite: said.kind !== 'error' });
  }
  return found;
}

function statementOf(
  single: Single,
  happened: Happened,
  ids: readonly number[],
  places: ReadonlyMap<number, number>,
  tokens: Tokens,
): RowStatement {
  const { table } = single;
  const { number, command } = happened;
  // The statements of a transaction write the same tokens.
  const isUnique = command.kind !== 'transaction';
  switch (single.kind) {
    case 'insert':
    case 'insertAuto': {
      const given = single.kind === 'insert' ? single.ids : autoIds(happened, single.rows, tokens);
      const rows = given.map((id, row): RowWritten => {
        const data = tokenText(number, row + 1);
        return {
          place: places.get(id) ?? 0,
          id,
          data,
          wasSeen: isUnique && tokens.ids.get(data)?.includes(id) === true,
        };
      });
      return { kind: 'insert', table, rows };
    }
    case 'update':
    case 'delete': {
      const hit = [...ids.entries()].filter(([, id]) => id >= single.from && id <= single.to);
      const range = { table, places: hit.map(([place]) => place) };
      if (single.kind === 'delete') return { kind: 'delete', ...range };
      const data = tokenText(number, 1);
      const seen = isUnique ? (tokens.ids.get(data) ?? []).map((id) => places.get(id) ?? 0) : [];
      return { kind: 'update', ...range, data, seen };
    }
  }
}

/** The ids of an insert that upstream numbered: as it said, or, where nothing was heard, as the rows show that were seen. */
function autoIds({ said, number }: Happened, rows: number, { ids }: Tokens): readonly number[] {
  if (said.kind === 'ok') return said.ids;
  if (said.kind !== 'unknown') return [];
  for (let row = 1; row <= rows; row++) {
    const id = ids.get(tokenText(number, row))?.[0];
    if (id !== undefined) return consecutive(id - row + 1, rows);
  }
  return [];
}

/** Where the tokens stand that commands have written. */
export interface Tokens {
  /** The ids of the rows that carry a token. */
  readonly ids: ReadonlyMap<string, readonly number[]>;
  /** The commands whose tokens rows carry. */
  readonly numbers: ReadonlySet<number>;
}

/** The tokens of the rows that were seen. */
export function tokensOf(seen: Snapshot): Tokens {
  const ids = new Map<string, number[]>();
  const numbers = new Set<number>();
  for (const { rows } of Object.values(seen)) {
    for (const { id, data } of rows) {
      const number = commandOfToken(data);
      if (data === null || number === null) continue;
      const known = ids.get(data);
      if (known === undefined) ids.set(data, [id]);
      else known.push(id);
      numbers.add(number);
    }
  }
  return { ids, numbers };
}
