/** Something that happens at a virtual time. */
export interface Happening {
  /** ms */
  readonly at: number;
  /** Happenings of the same time come in the order in which they were planned. */
  readonly order: number;
  readonly run: () => void;
}

/** Happenings by time, then by order: a binary heap. */
export class EventQueue {
  private readonly heap: Happening[] = [];

  /** The next happening, or undefined where nothing will ever happen. */
  get next(): Happening | undefined {
    return this.heap[0];
  }

  /** Plans a happening. */
  add(added: Happening): void {
    const { heap } = this;
    let place = heap.length;
    heap.push(added);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, added)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = added;
  }

  /** Takes the next happening out. */
  take(): Happening | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      let smaller = heap[child];
      if (smaller === undefined) break;
      const other = heap[child + 1];
      if (other !== undefined && isBefore(other, smaller)) {
        smaller = other;
        child += 1;
      }
      if (isBefore(last, smaller)) break;
      heap[place] = smaller;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore(a: Happening, b: Happening): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
