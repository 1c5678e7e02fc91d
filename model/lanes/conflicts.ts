import { ABOUT_ROWS, type HappenedDdl } from './ddlOrders.js';
import { placesOf, type HappenedDml } from './dml.js';

/** What a DML does to the rows of an id. */
interface Touch {
  readonly at: number;
  readonly table: string;
  readonly writes: boolean;
  readonly updates: boolean;
}

/**
 * Which DML of a block can matter to each other, since they concern the same id with no DDL surely between them that threw its row away. What matters to nobody
 * can be placed as late as it fits, without asking where else it would.
 */
export class Conflicts {
  private readonly byPlace = new Map<number, Touch[]>();

  /** `old`: for each id, the tables that have had it from before the block on. */
  constructor(
    private readonly dmls: readonly HappenedDml[],
    private readonly ddls: readonly HappenedDdl[],
    private readonly old: ReadonlyMap<number, readonly string[]>,
  ) {
    for (const [at, { statements, mayWrite }] of dmls.entries()) {
      for (const statement of statements) {
        for (const place of placesOf(statement)) {
          const touch = {
            at,
            table: statement.table,
            writes: mayWrite && statement.kind === 'insert',
            updates: statement.kind === 'update',
          };
          const known = this.byPlace.get(place);
          if (known === undefined) this.byPlace.set(place, [touch]);
          else known.push(touch);
        }
      }
    }
  }

  /** Whether another one that is still to be placed, or a row of before the block, can have given this DML's ids a row near it. */
  meetsRows(at: number, isPlaced: (at: number) => boolean): boolean {
    return this.touches(at).some(
      ([place, table]) =>
        this.others(at, place, table, isPlaced).some(({ writes }) => writes) ||
        this.meetsOld(at, place, table),
    );
  }

  /** Whether another one that is still to be placed concerns any of this DML's ids. */
  meetsOthers(at: number, isPlaced: (at: number) => boolean): boolean {
    return this.touches(at).some(([place, table]) => this.others(at, place, table, isPlaced).length > 0);
  }

  /** Whether one that is still to be placed was refused for a row that this DML may have written, or changed one into what was seen. */
  isNeeded(at: number, isPlaced: (at: number) => boolean, isDone: (ddl: HappenedDdl) => boolean): boolean {
    const written = this.dmls[at]?.statements.map(({ table }) => table) ?? [];
    const isInTheWay = (ddl: HappenedDdl): boolean =>
      failedForRows(ddl) && !isDone(ddl) && written.some((table) => this.canReach(table, emptied(ddl)));
    return (
      this.ddls.some(isInTheWay) ||
      this.touches(at).some(([place, table]) =>
        this.others(at, place, table, isPlaced).some((other) => {
          const dml = this.dmls[other.at];
          return dml?.happened.said.kind === 'error' || (dml?.wasSeen === true && other.updates);
        }),
      )
    );
  }

  /** Whether a row of this id can be in a table by what is still to be placed, or what was there before the block. */
  canHaveRow(table: string, place: number, isPlaced: (at: number) => boolean): boolean {
    return (
      (this.old.get(place) ?? []).some((from) => this.canReach(from, table)) ||
      (this.byPlace.get(place) ?? []).some(
        (touch) => touch.writes && !isPlaced(touch.at) && this.canReach(touch.table, table),
      )
    );
  }

  /** Whether rows of one table can come into another in this block. */
  private canReach(from: string, to: string): boolean {
    return from === to || this.ddls.some((ddl) => ddl.command.kind !== 'recoverTable' && bringsRows(ddl, to));
  }

  private touches(at: number): readonly (readonly [number, string])[] {
    return (this.dmls[at]?.statements ?? []).flatMap((statement) =>
      placesOf(statement).map((place) => [place, statement.table] as const),
    );
  }

  private others(
    at: number,
    place: number,
    table: string,
    isPlaced: (at: number) => boolean,
  ): readonly Touch[] {
    const touches = this.byPlace.get(place) ?? [];
    if (touches.length < 2) return [];
    return touches.filter((other) => {
      const happened = this.dmls[other.at]?.happened;
      return (
        other.at !== at &&
        !isPlaced(other.at) &&
        happened !== undefined &&
        this.canMeet(happened, other.table, at, table)
      );
    });
  }

  private meetsOld(at: number, place: number, table: string): boolean {
    const before = { began: -1, ended: -1 };
    return (this.old.get(place) ?? []).some((each) => this.canMeet(before, each, at, table));
  }

  /** Whether a row that was written to one table in this time can be in another table when the DML is carried out. */
  private canMeet(written: Time, from: string, at: number, to: string): boolean {
    const { began = 0, ended = 0 } = this.dmls[at]?.happened ?? {};
    const canBring = (after: number): boolean =>
      this.ddls.some((ddl) => bringsRows(ddl, to) && ddl.began < ended && ddl.ended > after);
    if (from !== to) return canBring(written.began);
    return !this.ddls.some(
      (wipe) =>
        throwsAway(wipe, to) && written.ended < wipe.began && wipe.ended < began && !canBring(wipe.began),
    );
  }
}

type Time = Pick<HappenedDdl, 'began' | 'ended'>;

function failedForRows({ said }: HappenedDdl): boolean {
  return said.kind === 'error' && said.reasons.some((reason) => ABOUT_ROWS.has(reason));
}

/** The table whose rows must fit for the DDL to succeed. */
function emptied({ command }: HappenedDdl): string {
  return command.kind === 'exchangePartition' ? command.with : command.table;
}

function throwsAway({ command, said }: HappenedDdl, table: string): boolean {
  return (
    said.kind === 'ok' &&
    (command.kind === 'truncateTable' || command.kind === 'dropTable') &&
    command.table === table
  );
}

function bringsRows({ command, said }: HappenedDdl, table: string): boolean {
  if (said.kind !== 'ok' && said.kind !== 'unknown') return false;
  switch (command.kind) {
    case 'exchangePartition':
      return command.table === table || command.with === table;
    case 'renameTable':
    case 'flashbackTable':
      return command.to === table;
    case 'recoverTable':
      return command.table === table;
    default:
      return false;
  }
}
