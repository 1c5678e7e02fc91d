import type { Sequence } from '../../../model/sequence.js';
import { Shrinking } from '../../../src/shrink/shrinking.js';
import { onceEach } from '../../../src/shrink/tries.js';

/** What shrinking took and what it came to. */
export interface Shrunk {
  readonly sequence: Sequence;
  /** Executions of sequences, tries included; that of the first failure is not. */
  readonly executions: number;
  /** Commands in all of them together. */
  readonly commands: number;
}

/** Shrinks a sequence as the search does: a candidate runs until it has failed or its tries are used up. */
export function drive(
  start: Sequence,
  fails: (sequence: Sequence) => boolean,
  tries: (sequence: Sequence) => number = onceEach,
): Shrunk {
  const shrinking = new Shrinking(start, 2, false);
  let [sequence, executions, commands] = [start, 0, 0];
  const failsOnce = (candidate: Sequence): boolean => {
    for (let left = tries(candidate); left > 0; left--) {
      executions++;
      commands += candidate.commands.length;
      if (fails(candidate)) return true;
    }
    return false;
  };
  for (let candidates = shrinking.candidates(); ;) {
    const { value, done } = candidates.next();
    if (done === true) return { sequence, executions, commands };
    if (!failsOnce(value)) continue;
    sequence = value;
    candidates = shrinking.candidates();
  }
}
