import type { Stop } from './runner.js';

/** A budget of wall-clock time, which is asked between runs and so never cuts one in two. */
export interface Budget {
  /** Begins to count; until then there is no end. */
  readonly start: () => void;
  readonly stop: Stop;
  /** What is left of it: ms, Infinity where there is no end. */
  readonly left: () => number;
}

/** So many minutes, or as many as it takes where that is null. An interruption by the user comes first. */
export function budget(minutes: number | null, isInterrupted: () => boolean): Budget {
  let deadline = Infinity;
  return {
    start: () => {
      if (minutes !== null) deadline = performance.now() + minutes * 60_000;
    },
    stop: () => {
      if (isInterrupted()) return 'interrupted';
      return performance.now() > deadline ? 'budget' : null;
    },
    left: () => deadline - performance.now(),
  };
}
