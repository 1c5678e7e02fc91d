import type { Sequence } from '../../model/sequence.js';

/**
 * The sequence without the commands after the one at place `at` (from 1), at which its run diverged: the check at the end
 * takes the place of them. What comes later cannot have caused it, though it may fail to show again.
 */
export function cutAt(sequence: Sequence, at: number): Sequence {
  return at >= sequence.commands.length
    ? sequence
    : { ...sequence, commands: sequence.commands.slice(0, Math.max(at, 0)) };
}
