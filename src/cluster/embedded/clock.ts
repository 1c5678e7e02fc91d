import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventQueue } from './eventQueue.js';

interface Waiter {
  readonly isReached: () => boolean;
  /** Virtual ms at which it stops waiting. */
  readonly deadline: number;
}

/**
 * Virtual time. It stands still while anybody computes, and moves only while somebody waits: then what was planned
 * happens in order, one thing after the other. Several may wait at once (commands in flight side by side); whoever has
 * waited long enough goes on before time moves any further.
 */
export class Clock {
  /** ms since the session was opened. */
  now = 0;
  private planned = 0;
  private readonly queue = new EventQueue();
  private readonly waiters = new Set<Waiter>();

  /** Plans something for `ms` from now. */
  after(ms: number, run: () => void): void {
    this.queue.add({ at: this.now + ms, order: this.planned++, run });
  }

  /**
   * Lets time pass until the condition holds, until nothing more will ever happen, or until `deadline` (virtual ms).
   * Which of them it was, the caller sees.
   */
  async until(isReached: () => boolean, deadline = Infinity): Promise<void> {
    const waiter = { isReached, deadline };
    this.waiters.add(waiter);
    try {
      // Whoever starts together with this one gets to say what it waits for before time moves.
      await Promise.resolve();
      while (!this.isOver(waiter)) {
        if (this.isAnyOver()) await nextTurn();
        else if (!this.step()) break;
      }
    } finally {
      this.waiters.delete(waiter);
    }
  }

  private isOver({ isReached, deadline }: Waiter): boolean {
    return this.now >= deadline || isReached();
  }

  private isAnyOver(): boolean {
    if (this.waiters.size < 2) return false;
    for (const waiter of this.waiters) if (this.isOver(waiter)) return true;
    return false;
  }

  /** Moves to the next thing that happens or deadline that ends; false where there is neither. */
  private step(): boolean {
    let deadline = Infinity;
    for (const waiter of this.waiters) deadline = Math.min(deadline, waiter.deadline);
    const { next } = this.queue;
    if (next === undefined || next.at > deadline) {
      if (deadline === Infinity) return false;
      this.now = deadline;
      return true;
    }
    this.queue.take();
    this.now = next.at;
    next.run();
    return true;
  }
}
