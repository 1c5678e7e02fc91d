interface Demand {
  /** Rows left of which one would meet it. */
  left: number;
  isMet: boolean;
}

/**
 * Demands for one row out of several, each known by a number: an INSERT that was refused as a duplicate demands that one of its ids was taken. Which one it was
 * is left open for as long as there are several. Changes say how they are undone.
 */
export class Demands {
  private readonly byNumber = new Map<number, Demand>();

  /** A new demand for one of so many rows. */
  add(demand: number, rows: number): () => void {
    this.byNumber.set(demand, { left: rows, isMet: false });
    return () => this.byNumber.delete(demand);
  }

  /** There was such a row. */
  meet(demands: readonly number[]): () => void {
    const met = this.open(demands);
    for (const demand of met) demand.isMet = true;
    return () => {
      for (const demand of met) demand.isMet = false;
    };
  }

  /** One of the rows cannot have been there. */
  lose(demands: readonly number[]): () => void {
    const lost = this.open(demands);
    for (const demand of lost) demand.left--;
    return () => {
      for (const demand of lost) demand.left++;
    };
  }

  /** Whether none of these can be met no more. */
  canBeMet(demands: readonly number[]): boolean {
    return this.open(demands).every(({ left }) => left > 0);
  }

  /** Those that are not met yet. */
  unmet(): readonly number[] {
    return [...this.byNumber].filter(([, { isMet }]) => !isMet).map(([number]) => number);
  }

  isOpen(demand: number): boolean {
    return this.byNumber.get(demand)?.isMet === false;
  }

  private open(demands: readonly number[]): readonly Demand[] {
    return demands.flatMap((number) => {
      const demand = this.byNumber.get(number);
      return demand === undefined || demand.isMet ? [] : [demand];
    });
  }
}
