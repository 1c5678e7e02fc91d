import { Beginning } from './beginning.js';
import type { Component } from './component.js';
import { Conflicts } from './conflicts.js';
import { ddlOrders, type Definitions, type HappenedDdl, type Step } from './ddlOrders.js';
import { dmlsOf, idsIn, placesOf, tokensOf, type HappenedDml, type Tokens } from './dml.js';
import { isDdl } from '../part.js';
import { sameDefinitions, type TableSeen } from '../snapshot.js';
import { partitionFor } from '../table.js';
import type { Happened } from './happened.js';
import { Pending } from './pending.js';
import { waysToPlace, type WayToPlace } from './placing.js';
import { Requirements, type Requirement } from './requirements.js';
import { waysBack } from './wayBack.js';

/** One command of an order that explains what was seen: what it was, the AUTO_INCREMENT ids that it was given, and whether it had an effect. */
export interface Placed {
  readonly happened: Happened;
  readonly ids: readonly number[];
  readonly hadEffect: boolean;
}

/** How the question came out whether some order of the commands leads to what was seen. */
export type Order =
  | { readonly kind: 'found'; readonly order: readonly Placed[] }
  /** `stuck`: the command for which no place was left where the search got furthest; null where the end itself cannot be explained. */
  | { readonly kind: 'none'; readonly stuck: Happened | null }
  | { readonly kind: 'undecided' };

/** Steps after which the search gives up. */
const MOST_STEPS = 400_000;

/**
 * Looks for an order of the commands, within what their times allow, in which each has the outcome that it had and which ends in what was seen.
 *
 * It goes from the end to the beginning, since the end is known exactly: for every id in every table it is known what must hold. A step back over a
 * TRUNCATE forgets that, one over an INSERT says that there was no such row before. What can be placed last without mattering to anything that is
 * not placed yet is placed at once, since nothing is lost by that; so a search that would be exponential runs straight through nearly
 * everything, and asks only in which order DDLs on the same tables came, and where rows of the same id met.
 */
export function placeInOrder({ before, happened, seen }: Component): Order {
  const orders = ddlOrders(before, happened);
  if (orders === null) return { kind: 'undecided' };
  const tokens = tokensOf(seen);
  const oldRows = [
    ...[...before.tables.values()].flatMap(({ rows }) => rows),
    ...before.discarded.flatMap(({ table }) => table.rows),
  ];
  const ids = idsIn(
    oldRows.map(({ id }) => id),
    happened,
    seen,
    tokens,
  );
  const search = new Search(before, happened, seen, ids, tokens, orders.first);
  return search.run(orders.last);
}

type Item =
  | { readonly kind: 'dml'; readonly dml: HappenedDml; readonly at: number; readonly happened: Happened }
  | { readonly kind: 'ddl'; readonly happened: Happened };

class Search {
  private readonly requirements: Requirements;
  private readonly pending: Pending<Item>;
  private readonly conflicts: Conflicts;
  private readonly beginning: Beginning;
  private readonly placeOf: ReadonlyMap<number, number>;
  private readonly ddlAt = new Map<Happened, number>();
  private readonly order: Placed[] = [];
  /** Places in `pending` of what is in `order`. */
  private readonly taken: number[] = [];
  private readonly failed = new Map<Definitions, Set<string>>();
  private steps = 0;
  private fewest = Infinity;
  private stuck: Happened | null = null;

  private readonly canHaveRow = (table: string, place: number): boolean =>
    this.conflicts.canHaveRow(table, place, (other) => this.pending.isTaken(other));

  constructor(
    before: Component['before'],
    happened: readonly Happened[],
    private readonly seen: Component['seen'],
    private readonly ids: readonly number[],
    tokens: Tokens,
    private readonly first: Definitions,
  ) {
    const ddls = happened.filter((each): each is HappenedDdl => isDdl(each.command));
    this.placeOf = new Map(ids.map((id, place) => [id, place]));
    const dmls = dmlsOf(happened, ids, this.placeOf, tokens);
    this.requirements = new Requirements(ids.length);
    this.beginning = new Beginning(before, ids, this.placeOf);
    this.conflicts = new Conflicts(dmls, ddls, this.beginning.tablesByPlace());
    const items: Item[] = dmls.map((dml, at) => ({ kind: 'dml', dml, at, happened: dml.happened }));
    for (const ddl of ddls) {
      this.ddlAt.set(ddl, items.length);
      items.push({ kind: 'ddl', happened: ddl });
    }
    this.pending = new Pending(items);
  }

  run(ends: readonly Definitions[]): Order {
    for (const end of ends) {
      if (!sameDefinitions(end.state, this.seen)) continue;
      const mark = this.requirements.mark();
      if (this.requireEnd(end) && this.goBack(end)) {
        return { kind: 'found', order: this.order.toReversed() };
      }
      this.requirements.undo(mark);
    }
    return this.steps > MOST_STEPS ? { kind: 'undecided' } : { kind: 'none', stuck: this.stuck };
  }

  /** What was seen at the end as requirements; false where a row stands where it has no place. */
  private requireEnd({ state }: Definitions): boolean {
    for (const [name, table] of Object.entries(this.seen)) {
      this.requirements.replace(
        name,
        this.ids.map(() => 'absent'),
      );
      const partitions = state.tables.get(name)?.partitions ?? null;
      for (const row of table.rows) {
        const right = partitions === null ? null : (partitionFor(partitions, row.id)?.name ?? null);
        const place = this.placeOf.get(row.id) ?? 0;
        if (row.partition !== right || this.requirements.at(name, place) !== 'absent') return false;
        const required = asRequired(row);
        if (required === null) return false;
        this.requirements.set(name, place, required);
      }
    }
    return true;
  }

  /** Whether the rest can be placed before this moment, with tables defined like this. */
  private goBack(definitions: Definitions): boolean {
    if (this.steps > MOST_STEPS) return false;
    const [mark, length] = [this.requirements.mark(), this.order.length];
    const choices = this.placeFree(definitions);
    this.noteProgress();
    const known = this.failed.get(definitions);
    const key = known === undefined ? undefined : this.key();
    const isKnownToFail = key !== undefined && known?.has(key) === true;
    if (!isKnownToFail && !this.isHopeless()) {
      if (this.pending.isEmpty && definitions === this.first && this.beginning.isMet(this.requirements))
        return true;
      for (const at of choices) if (this.placeOne(at, definitions)) return true;
      for (const step of this.stepsBack(definitions)) if (this.stepBack(step)) return true;
      const failed = known ?? new Set<string>();
      failed.add(key ?? this.key());
      this.failed.set(definitions, failed);
    }
    this.undo(mark, length);
    return false;
  }

  /** Whether some row is required that nothing can bring any more: then it need not be found out at the very beginning. */
  private isHopeless(): boolean {
    return !this.requirements.canBeBrought(this.canHaveRow) || !this.beginning.isKept(this.requirements);
  }

  /** Places everything that matters to nothing else; returns what could be placed and does matter. */
  private placeFree(definitions: Definitions): readonly number[] {
    for (;;) {
      const choices: number[] = [];
      let isAnyPlaced = false;
      for (const at of [...this.pending.candidates()]) {
        const item = this.pending.items[at];
        if (item?.kind !== 'dml') continue;
        this.steps++;
        const ways = this.possibleWays(item.dml, definitions);
        const [first] = ways;
        if (first === undefined) continue;
        const free = ways.find((way) => this.isFree(item.at, item.dml, way));
        if (free === undefined) choices.push(at);
        else {
          this.carryOut(at, item.happened, free);
          isAnyPlaced = true;
        }
      }
      if (!isAnyPlaced) return choices;
    }
  }

  /** The ways that do not contradict what is required. */
  private possibleWays(dml: HappenedDml, { state }: Definitions): readonly WayToPlace[] {
    return waysToPlace(dml, state, this.requirements, this.canHaveRow).filter((way) => {
      const mark = this.requirements.mark();
      const isPossible = way.back();
      this.requirements.undo(mark);
      return isPossible;
    });
  }

  /** Whether nothing is lost by placing it here in this way: nothing that is not placed yet can depend on it. */
  private isFree(at: number, dml: HappenedDml, way: WayToPlace): boolean {
    if (dml.happened.said.kind === 'error') return !this.changes(way);
    if (dml.happened.command.kind === 'transaction' && dml.wasSeen) return false;
    const mayHaveWritten = dml.happened.said.kind === 'unknown' && !dml.wasSeen;
    const isPlaced = (other: number): boolean => this.pending.isTaken(other);
    if (dml.statements.flatMap(placesOf).some((place) => this.requirements.needsSomeRow(place))) return false;
    if (mayHaveWritten && this.conflicts.meetsOthers(at, isPlaced)) return false;
    if (
      mayHaveWritten &&
      dml.statements.flatMap(placesOf).some((place) => this.requirements.isDemanded(place))
    )
      return false;
    const isDone = (ddl: HappenedDdl): boolean => this.pending.isTaken(this.ddlAt.get(ddl) ?? -1);
    return !this.conflicts.meetsRows(at, isPlaced) && !this.conflicts.isNeeded(at, isPlaced, isDone);
  }

  private changes(way: WayToPlace): boolean {
    const mark = this.requirements.mark();
    way.back();
    const changes = this.requirements.mark() > mark;
    this.requirements.undo(mark);
    return changes;
  }

  private placeOne(at: number, definitions: Definitions): boolean {
    const item = this.pending.items[at];
    if (item?.kind !== 'dml') return false;
    for (const way of this.possibleWays(item.dml, definitions)) {
      const [mark, length] = [this.requirements.mark(), this.order.length];
      this.carryOut(at, item.happened, way);
      if (this.goBack(definitions)) return true;
      this.undo(mark, length);
    }
    return false;
  }

  private carryOut(at: number, happened: Happened, { back, hadEffect }: WayToPlace): void {
    back();
    this.place(at, { happened, ids: this.idsGiven(at), hadEffect });
  }

  /** The DDLs that can have come last, those that ended last first. */
  private stepsBack({ steps }: Definitions): readonly Step[] {
    return steps
      .filter(({ ddl }) => ddl.ended >= this.pending.lastBegan)
      .sort((a, b) => b.ddl.ended - a.ddl.ended);
  }

  private stepBack(step: Step): boolean {
    const at = this.ddlAt.get(step.ddl);
    if (at === undefined) return false;
    for (const way of waysBack(step, this.ids, this.requirements, this.canHaveRow)) {
      const [mark, length] = [this.requirements.mark(), this.order.length];
      this.steps++;
      if (way()) {
        this.place(at, { happened: step.ddl, ids: [], hadEffect: step.how === 'done' });
        if (this.goBack(step.from)) return true;
      }
      this.undo(mark, length);
    }
    return false;
  }

  private place(at: number, placed: Placed): void {
    this.pending.take(at);
    this.order.push(placed);
    this.taken.push(at);
  }

  private idsGiven(at: number): readonly number[] {
    const item = this.pending.items[at];
    if (item?.kind !== 'dml' || item.happened.command.kind !== 'insertAuto') return [];
    const [statement] = item.dml.statements;
    return statement?.kind === 'insert' ? statement.rows.map(({ id }) => id) : [];
  }

  private undo(mark: number, length: number): void {
    this.requirements.undo(mark);
    while (this.order.length > length) {
      this.order.pop();
      const at = this.taken.pop();
      if (at !== undefined) this.pending.putBack(at);
    }
  }

  private noteProgress(): void {
    const left = this.pending.items.length - this.order.length;
    if (left >= this.fewest) return;
    this.fewest = left;
    this.stuck = this.pending.lastToBegin?.happened ?? null;
  }

  private key(): string {
    return `${this.pending.text()}\n${this.requirements.text()}`;
  }
}

function asRequired({ data, extra }: TableSeen['rows'][number]): Requirement | null {
  return data === null || extra.includes(null) ? null : { data, extra };
}
