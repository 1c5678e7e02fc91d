/** A row that must be there; null stands for any value. */
export interface Required {
  readonly data: string | null;
  readonly extra: readonly (number | null)[] | null;
}

/** What must hold of one id in one table at some moment for the end to come out as it did. */
export type Requirement = 'any' | 'absent' | Required;

/** The requirements of one table, by the place of the id in the list of all ids. */
export type TableRequirements = readonly Requirement[];

const SOME_ROW: Required = { data: null, extra: null };

/** The requirement made stronger by "there is a row", or null where that contradicts it. */
export function withSomeRow(requirement: Requirement): Requirement | null {
  if (requirement === 'absent') return null;
  return requirement === 'any' ? SOME_ROW : requirement;
}

/** Whether a row with these values meets the requirement. */
export function isMetBy(
  requirement: Requirement,
  row: { readonly data: string; readonly extra: readonly number[] } | undefined,
): boolean {
  if (requirement === 'any') return true;
  if (row === undefined) return requirement === 'absent';
  if (requirement === 'absent') return false;
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
  private readonly undoing: (() => void)[] = [];

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

  set(table: string, place: number, requirement: Requirement): void {
    const list = this.list(table);
    const before = list[place] ?? 'any';
    if (before === requirement) return;
    list[place] = requirement;
    this.undoing.push(() => (list[place] = before));
  }

  /** Makes one stronger; false where that contradicts it. */
  strengthen(table: string, place: number, by: (requirement: Requirement) => Requirement | null): boolean {
    const stronger = by(this.at(table, place));
    if (stronger === null) return false;
    this.set(table, place, stronger);
    return true;
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
      if (typeof requirement !== 'string' && requirement.data === null) return true;
    }
    return false;
  }

  /** Where rows are required. */
  rows(): readonly (readonly [table: string, place: number])[] {
    const found: (readonly [string, number])[] = [];
    for (const [table, list] of this.tables) {
      for (const [place, requirement] of list.entries()) {
        if (typeof requirement !== 'string') found.push([table, place]);
      }
    }
    return found;
  }

  /** All of it as text, the same for the same requirements. */
  text(): string {
    const code = (list: TableRequirements): string =>
      list.map((each) => (each === 'any' ? '' : each === 'absent' ? '-' : JSON.stringify(each))).join();
    const tables = [...this.tables].map(([name, list]) => `${name}:${code(list)}`).sort();
    const thrownAway = [...this.thrownAway].map(([place, list]) => `${place}:${code(list)}`).sort();
    return [...tables, ...thrownAway].join('\n');
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
