import type { Pass } from '../search.js';

/** The plain schedule, without jitter. */
export const schedule: Pass = function* (sequence) {
  if (sequence.schedule !== 0) yield { ...sequence, schedule: 0 };
};
