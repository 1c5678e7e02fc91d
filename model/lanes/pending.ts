import type { Happened } from './happened.js';

/**
 * The commands of a block that have no place in the order yet, on the way back from its end: one can come last among them if it had not
 * ended when any other of them began. Taken out and put back in the opposite order.
 */
export class Pending<T extends { readonly happened: Happened }> {
  private readonly byBegin: Chain;
  private readonly byEnd: Chain;
  private readonly byEndItems: readonly number[];
  private count: number;

  constructor(readonly items: readonly T[]) {
    const order = (at: (item: T) => number): readonly number[] =>
      items
        .map((item, place) => ({ place, at: at(item) }))
        .sort((a, b) => b.at - a.at)
        .map(({ place }) => place);
    this.byEndItems = order(({ happened }) => happened.ended);
    this.byBegin = new Chain(order(({ happened }) => happened.began));
    this.byEnd = new Chain(this.byEndItems);
    this.count = items.length;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The one of them that began last, or undefined where none is left. */
  get lastToBegin(): T | undefined {
    const last = this.byBegin.first();
    return last === undefined ? undefined : this.items[last];
  }

  /** When the last of them began. */
  get lastBegan(): number {
    return this.lastToBegin?.happened.began ?? -Infinity;
  }

  /** Whether this one can come last. */
  canBeLast(item: T): boolean {
    return item.happened.ended >= this.lastBegan;
  }

  /** Places (in `items`) of those that can come last, those that ended last first. */
  *candidates(): Generator<number> {
    for (let at = this.byEnd.first(); at !== undefined; at = this.byEnd.after(at)) {
      const item = this.items[at];
      if (item === undefined || !this.canBeLast(item)) return;
      yield at;
    }
  }

  /** Whether the item at this place has been taken out. */
  isTaken(at: number): boolean {
    return this.byEnd.isTaken(at);
  }

  take(at: number): void {
    this.byBegin.take(at);
    this.byEnd.take(at);
    this.count--;
  }

  putBack(at: number): void {
    this.byEnd.putBack(at);
    this.byBegin.putBack(at);
    this.count++;
  }

  /** Places of all that are left, as text. */
  text(): string {
    return this.byEndItems.filter((at) => !this.isTaken(at)).join();
  }
}

/** A list whose entries are taken out and put back in the opposite order (dancing links: Knuth, 2000). */
class Chain {
  private readonly next: number[];
  private readonly previous: number[];
  private readonly taken: boolean[];
  private readonly end: number;

  constructor(order: readonly number[]) {
    this.end = order.length;
    this.next = Array.from({ length: order.length + 1 }, () => this.end);
    this.previous = Array.from({ length: order.length + 1 }, () => this.end);
    this.taken = Array.from({ length: order.length }, () => false);
    let before = this.end;
    for (const at of order) {
      this.next[before] = at;
      this.previous[at] = before;
      before = at;
    }
    this.next[before] = this.end;
    this.previous[this.end] = before;
  }

  first(): number | undefined {
    return this.after(this.end);
  }

  after(at: number): number | undefined {
    const next = this.next[at];
    return next === this.end ? undefined : next;
  }

  isTaken(at: number): boolean {
    return this.taken[at] === true;
  }

  take(at: number): void {
    const [before, after] = [this.previous[at] ?? this.end, this.next[at] ?? this.end];
    this.next[before] = after;
    this.previous[after] = before;
    this.taken[at] = true;
  }

  putBack(at: number): void {
    const [before, after] = [this.previous[at] ?? this.end, this.next[at] ?? this.end];
    this.next[before] = at;
    this.previous[after] = at;
    this.taken[at] = false;
  }
}
