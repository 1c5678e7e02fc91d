import { Demands } from './demands.js';

/** A row that must be there; null stands for any value. */
export interface Required {
  readonly data: string | null;
  readonly extra: readonly (number | null)[] | null;
}

/** There may be a row or not; one would meet these demands. */
export interface OneOf {
  readonly demands: readonly number[];
}

/** What must hold of one id in one table at some moment for the end to come out as it did. */
export type Requirement = 'any' | 'absent' | Required | OneOf;

/** The requirements of one table, by the place of the id in the list of all ids. */
export type TableRequirements = readonly Requirement[];

/** Whether a row must be there. */
export function isRequired(requirement: Requirement): requirement is Required {
  return typeof requirement !== 'string' && 'data' in requirement;
}

/** Whether a row would meet demands. */
export function isOneOf(requirement: Requirement): requirement is OneOf {
  return typeof requirement !== 'string' && 'demands' in requirement;
}

/** Whether there may be a row or not. */
export function isOpen(requirement: Requirement): boolean {
  return requirement === 'any' || isOneOf(requirement);
}

/** Whether a row with these values meets the requirement. */
export function isMetBy(
  requirement: Requirement,
  row: { readonly data: string; readonly extra: readonly number[] } | undefined,
): boolean {
  if (isOpen(requirement)) return true;
  if (row === undefined) return requirement === 'absent';
  if (!isRequired(requirement)) return false;
  const { data, extra } = requirement;
  return (
    (data === null || data === row.data) &&
    (extra === null ||
      (extra.length === row.extra.length &&
        extra.every((value, i) => value === null || value === row.extra[i])))
  );
}

/**
 * What must hold of every id in every table, on the way back from the end of a block to its beginning. Changes are undone in the
 * opposite order, back to a mark.
 */
export class Requirements {
  private readonly tables = new Map<string, Requirement[]>();
  /** Of tables thrown away that are recovered later: by their place in the list of what was thrown away. */
  private readonly thrownAway = new Map<number, TableRequirements>();
  private readonly demands = new Demands();
  private readonly undoing: (() => void)[] = [];
  private readonly texts = new WeakMap<Required, string>();

  constructor(private readonly size: number) {}

  /** Where changes from now on can be undone to. */
  mark(): number {
    return this.undoing.length;
  }

  /** Takes back every change since the mark. */
  undo(mark: number): void {
    while (this.undoing.length > mark) this.undoing.pop()?.();
  }

  of(table: string): TableRequirements {
    return this.list(table);
  }

  at(table: string, place: number): Requirement {
    return this.tables.get(table)?.[place] ?? 'any';
  }

  /** Puts another requirement in place of one; false where a demand can then no longer be met. */
  set(table: string, place: number, requirement: Requirement): boolean {
    const before = this.at(table, place);
    if (before === requirement) return true;
    this.put(table, place, requirement);
    if (!isOneOf(before)) return true;
    this.undoing.push(this.demands.lose(before.demands));
    return this.demands.canBeMet(before.demands);
  }

  /** Goes back over the writing of a row: before it there was none, and what demanded it is met. */
  unwrite(table: string, place: number): void {
    const before = this.at(table, place);
    this.put(table, place, 'absent');
    if (isOneOf(before)) this.undoing.push(this.demands.meet(before.demands));
  }

  /** Makes one stronger; false where that contradicts it. */
  strengthen(table: string, place: number, by: (requirement: Requirement) => Requirement | null): boolean {
    const stronger = by(this.at(table, place));
    return stronger !== null && this.set(table, place, stronger);
  }

  /** Demands a row at one of these, where there may be a row or not. `demand` is a number that no other demand has. */
  demand(demand: number, places: readonly (readonly [table: string, place: number])[]): void {
    this.undoing.push(this.demands.add(demand, places.length));
    for (const [table, place] of places) {
      const before = this.at(table, place);
      this.put(table, place, { demands: [...(isOneOf(before) ? before.demands : []), demand] });
    }
  }

  /** Lets two tables change places where this id is concerned. */
  swap(table: string, other: string, place: number): void {
    const [here, there] = [this.at(table, place), this.at(other, place)];
    this.put(table, place, there);
    this.put(other, place, here);
  }

  /** Puts other requirements in place of those of a whole table; undefined: none. */
  replace(table: string, requirements: TableRequirements | undefined): void {
    const before = this.tables.get(table);
    this.tables.set(table, [...(requirements ?? this.none())]);
    this.undoing.push(() => {
      if (before === undefined) this.tables.delete(table);
      else this.tables.set(table, before);
    });
  }

  /** The requirements of what was thrown away at this place, which are then no longer kept. */
  take(place: number): TableRequirements | undefined {
    const kept = this.thrownAway.get(place);
    if (kept !== undefined) {
      this.thrownAway.delete(place);
      this.undoing.push(() => this.thrownAway.set(place, kept));
    }
    return kept;
  }

  keep(place: number, requirements: TableRequirements): void {
    this.thrownAway.set(place, requirements);
    this.undoing.push(() => this.thrownAway.delete(place));
  }

  /** Places of what was thrown away and is required to hold something. */
  kept(): ReadonlyMap<number, TableRequirements> {
    return this.thrownAway;
  }

  /** Whether some table is required to have a row of this id that was not seen itself, but made what was seen come about. */
  needsSomeRow(place: number): boolean {
    for (const list of this.tables.values()) {
      const requirement = list[place] ?? 'any';
      if (isRequired(requirement) && requirement.data === null) return true;
    }
    return false;
  }

  /** Whether a row of this id would meet a demand. */
  isDemanded(place: number): boolean {
    for (const list of this.tables.values()) {
      const requirement = list[place] ?? 'any';
      if (isOneOf(requirement) && requirement.demands.some((demand) => this.demands.isOpen(demand)))
        return true;
    }
    return false;
  }

  /** Whether all that is required can be brought, as far as `canBring` tells of the rows of single ids. */
  canBeBrought(canBring: (table: string, place: number) => boolean): boolean {
    const unmet = new Set(this.demands.unmet());
    for (const [table, list] of this.tables) {
      for (const [place, requirement] of list.entries()) {
        if (isRequired(requirement)) {
          if (!canBring(table, place)) return false;
        } else if (unmet.size > 0 && isOneOf(requirement) && canBring(table, place)) {
          for (const demand of requirement.demands) unmet.delete(demand);
        }
      }
    }
    if (unmet.size === 0) return true;
    for (const list of this.thrownAway.values()) {
      for (const requirement of list) {
        if (isOneOf(requirement)) for (const demand of requirement.demands) unmet.delete(demand);
      }
    }
    return unmet.size === 0;
  }

  /** The demands that are not met yet. */
  unmet(): readonly number[] {
    return this.demands.unmet();
  }

  /** All of it as text, the same for the same requirements. */
  text(): string {
    const tables = [...this.tables].map(([name, list]) => `${name}${this.textOf(list)}`).sort();
    const thrownAway = [...this.thrownAway].map(([place, list]) => `${place}${this.textOf(list)}`).sort();
    return [...tables, ...thrownAway].join('\n');
  }

  private textOf(list: TableRequirements): string {
    let text = '';
    for (const [place, requirement] of list.entries()) {
      if (requirement === 'any') continue;
      if (requirement === 'absent') text += `:${place}`;
      else if (isRequired(requirement)) text += `:${place}${this.textOfRow(requirement)}`;
      else {
        const open = requirement.demands.filter((demand) => this.demands.isOpen(demand));
        if (open.length > 0) text += `:${place}?${open.join()}`;
      }
    }
    return text;
  }

  private textOfRow(required: Required): string {
    let text = this.texts.get(required);
    if (text === undefined) {
      text = JSON.stringify(required);
      this.texts.set(required, text);
    }
    return text;
  }

  private put(table: string, place: number, requirement: Requirement): void {
    const list = this.list(table);
    const before = list[place] ?? 'any';
    if (before === requirement) return;
    list[place] = requirement;
    this.undoing.push(() => (list[place] = before));
  }

  private list(table: string): Requirement[] {
    let list = this.tables.get(table);
    if (list === undefined) {
      list = this.none();
      this.tables.set(table, list);
    }
    return list;
  }

  private none(): Requirement[] {
    return Array.from({ length: this.size }, () => 'any' as const);
  }
}
