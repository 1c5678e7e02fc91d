import type { Sync } from '../cluster.js';
import type { Failure } from './pipeline.js';

/** Between two looks for the marker, for what else there is to see, and for whether the sides are equal: ms. */
const LOOK = 2;
const CLOSER_LOOK = 500;
const SETTLE_LOOK = 50;

/** What can be seen of a pipeline from outside. */
export interface Watch {
  /** The latest marker row that has arrived downstream. */
  arrived(): Promise<number>;
  /** The error that the pipeline has stopped with, if it has. */
  failure(): Promise<Failure | null>;
  /** What a side holds, as text that is the same for the same contents. */
  contents(side: 'upstream' | 'downstream'): Promise<string>;
  /** Why nothing moves, in a few words. */
  cause(): Promise<string | undefined>;
}

/** Time as the session has it: ms. */
export interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** How long is waited: ms. */
export interface Patience {
  /** Without any change downstream, before the pipeline counts as stuck. */
  readonly timeout: number;
  /** Once the marker is there and the sides differ: without any change downstream, before it counts as caught up. */
  readonly settle: number;
}

/**
 * Waits until marker row `target` has arrived downstream. A pipeline may carry tables side by side, so that a marker overtakes what
 * was written before it: then equal contents end the waiting at once, and differing ones when they have stopped changing.
 */
export async function awaitMarker(
  target: number,
  { timeout, settle }: Patience,
  watch: Watch,
  clock: Clock,
): Promise<Sync> {
  let contents: string | null = null;
  let moved = clock.now();
  let looked = moved;
  for (;;) {
    const reached = await watch.arrived();
    if (reached >= target) break;
    const now = clock.now();
    if (now - looked >= CLOSER_LOOK) {
      looked = now;
      const failure = await watch.failure();
      if (failure !== null) return failure;
      const seen = await watch.contents('downstream');
      if (seen !== contents) {
        contents = seen;
        moved = now;
      } else if (now - moved > timeout) return stuck(target, reached, await watch.cause());
    }
    await clock.wait(LOOK);
  }
  if (settle > 0) await untilSettled(settle, watch, clock);
  return (await watch.failure()) ?? { kind: 'synced', position: text(target) };
}

async function untilSettled(settle: number, watch: Watch, clock: Clock): Promise<void> {
  let contents: string | null = null;
  let moved = clock.now();
  for (;;) {
    const downstream = await watch.contents('downstream');
    if (downstream === (await watch.contents('upstream'))) return;
    const now = clock.now();
    if (downstream !== contents) {
      contents = downstream;
      moved = now;
    } else if (now - moved >= settle) return;
    await clock.wait(SETTLE_LOOK);
  }
}

function stuck(target: number, reached: number, cause: string | undefined): Sync {
  const found = { kind: 'stuck', target: text(target), reached: text(reached) } as const;
  return cause === undefined ? found : { ...found, cause };
}

function text(row: number): string {
  return `marker row ${row}`;
}
