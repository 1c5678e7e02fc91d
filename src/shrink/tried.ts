import type { Sequence } from '../../model/sequence.js';

/** The sequences that have run while shrinking: none of them runs again. */
export class Tried {
  private readonly keys = new Set<string>();

  /** Notes that this sequence is to run; false where it has run already. */
  add(sequence: Sequence): boolean {
    const key = JSON.stringify(sequence);
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    return true;
  }
}
