import type { State } from '../state.js';
import type { Row } from '../table.js';
import { isMetBy, type Requirement, type Requirements } from './requirements.js';

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
    return [...this.before.tables].every(([name, { rows }]) => this.holds(rows, requirements.of(name)));
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
