import type { State } from '../state.js';
import type { Row } from '../table.js';
import { isMetBy, isOneOf, type Requirement, type Requirements } from './requirements.js';

/** The rows that there were before a block, to which every order of its commands must lead back. */
export class Beginning {
  constructor(
    private readonly before: State,
    private readonly ids: readonly number[],
    /** The places of the ids. */
    private readonly places: ReadonlyMap<number, number>,
  ) {}

  /** Whether what is required at the beginning is what was there. */
  isMet(requirements: Requirements): boolean {
    if (![...this.before.tables].every(([name, { rows }]) => this.holds(rows, requirements.of(name))))
      return false;
    const unmet = new Set(requirements.unmet());
    const meet = (rows: readonly Row[], required: readonly Requirement[]): void => {
      for (const { id } of rows) {
        const requirement = required[this.places.get(id) ?? 0] ?? 'any';
        if (isOneOf(requirement)) for (const demand of requirement.demands) unmet.delete(demand);
      }
    };
    if (unmet.size === 0) return true;
    for (const [name, { rows }] of this.before.tables) meet(rows, requirements.of(name));
    for (const [place, required] of requirements.kept()) {
      meet(this.before.discarded[place]?.table.rows ?? [], required);
    }
    return unmet.size === 0;
  }

  /** Whether what was thrown away before the block and comes back in it holds what is required of it. */
  isKept(requirements: Requirements): boolean {
    return [...requirements.kept()].every(([place, required]) => {
      const old = this.before.discarded[place];
      return old === undefined || this.holds(old.table.rows, required);
    });
  }

  /** For the place of each id the tables that had a row of it, those thrown away included. */
  tablesByPlace(): ReadonlyMap<number, readonly string[]> {
    const tables = new Map<number, string[]>();
    const note = (name: string, rows: readonly Row[]): void => {
      for (const { id } of rows) {
        const place = this.places.get(id) ?? 0;
        tables.set(place, [...(tables.get(place) ?? []), name]);
      }
    };
    for (const [name, { rows }] of this.before.tables) note(name, rows);
    for (const { name, table } of this.before.discarded) note(name, table.rows);
    return tables;
  }

  private holds(rows: readonly Row[], required: readonly Requirement[]): boolean {
    const found = new Map(rows.map((row) => [row.id, row]));
    return required.every((requirement, place) => isMetBy(requirement, found.get(this.ids[place] ?? 0)));
  }
}
