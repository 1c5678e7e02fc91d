import type { Pass } from '../search.js';

/** Schedules that are easy to write down; 0 is the plain one, without jitter. */
export const PLAIN_SCHEDULES: readonly number[] = [0, 1, 2, 3];

/** The plain schedule, or one with a small seed. */
export const schedule: Pass = function* (sequence) {
  if (sequence.schedule === 0) return;
  for (const plain of PLAIN_SCHEDULES) yield { ...sequence, schedule: plain };
};
