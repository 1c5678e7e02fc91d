import type { Stop } from '../search/runner.js';

/** Exit code of a program that SIGINT ended, by the shells' convention. */
const INTERRUPTED = 130;

/**
 * Lets Ctrl-C (SIGINT) and SIGTERM end a search after the run that is under way; a second signal ends the process at
 * once (what it started still ends with it). `minutes` is the budget, if there is one.
 */
export function stopOn(minutes: number | null, say: (line: string) => void): Stop {
  const deadline = minutes === null ? Infinity : performance.now() + minutes * 60_000;
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (interrupted) process.exit(INTERRUPTED);
      interrupted = true;
      say(`${signal}: ending after the run that is under way; once more ends at once`);
    });
  }
  return () => {
    if (interrupted) return 'interrupted';
    return performance.now() > deadline ? 'budget' : null;
  };
}
