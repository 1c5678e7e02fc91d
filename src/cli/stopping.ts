/** Exit code of a program that SIGINT ended, by the shells' convention. */
export const INTERRUPTED = 130;

/**
 * Lets Ctrl-C (SIGINT) and SIGTERM end a search after the run that is under way; a second signal ends the process at
 * once (what it started still ends with it). Returns whether there was one.
 */
export function interruption(say: (line: string) => void): () => boolean {
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isInterrupted) process.exit(INTERRUPTED);
      isInterrupted = true;
      say(`${signal}: ending after the run that is under way; once more ends at once`);
    });
  }
  return () => isInterrupted;
}
