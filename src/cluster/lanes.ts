import type { Connection, Session } from './cluster.js';

/**
 * Runs the lanes of a session at once and returns when all have ended; then throws the first error, if there was one. Each lane
 * carries out its commands by an `execute` of its own; captures and time are the session's.
 */
export async function atOnce(
  session: Connection,
  lanes: Parameters<Session['concurrently']>[0],
  executeOf: (lane: number) => Connection['execute'],
): Promise<void> {
  const connections = lanes.map((_, lane): Connection => {
    const execute = executeOf(lane);
    return {
      execute: (step) => execute(step),
      kill: (capture, signal) => session.kill(capture, signal),
      start: (capture) => session.start(capture),
      wait: (ms) => session.wait(ms),
      now: () => session.now(),
    };
  });
  const ended = await Promise.allSettled(
    connections.map(async (connection, lane) => lanes[lane]?.(connection)),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** Work that several lanes ask for and that is done one at a time, such as killing and starting captures. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Does this once all is done that was asked for before. */
  async take(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    await turn;
  }
}
