import { sqlOf, TRIGGER } from './commitLog.js';
import { isRunning, type Dispatcher, type Pipeline } from './pipeline.js';

/** The timestamp up to which everything of a dispatcher's physical table is downstream. */
export function positionOf({ log, planted }: Pipeline, dispatcher: Dispatcher): number {
  const next = dispatcher.events[dispatcher.done];
  if (next === undefined) return log.lastTs;
  // Rows may have the timestamp of the DDL that comes next: it is not done before both are.
  const counts =
    next.kind === 'ddl' && next.sharesTimestamp && planted.hits('same-timestamp-gap', next.identity);
  return counts ? next.ts : next.ts - 1;
}

/**
 * Makes sure that a checkpoint is persisted some time after progress. It trails: what was written since then will be
 * written again after a takeover.
 */
export function touchCheckpoint(pipeline: Pipeline): void {
  if (pipeline.isPersisting) return;
  pipeline.isPersisting = true;
  const { clock, latency } = pipeline;
  clock.after(latency.of('persist', pipeline.checkpoint), () => {
    pipeline.isPersisting = false;
    if (pipeline.owner.state === 'alive') persist(pipeline);
  });
}

/** The owner's checkpoint is that of the slowest dispatcher. Without the trigger there are none: it stays where it is. */
export function persist(pipeline: Pipeline): void {
  if (!pipeline.dispatchers.has(TRIGGER)) return;
  let least = pipeline.log.lastTs;
  for (const dispatcher of pipeline.dispatchers.values()) {
    least = Math.min(least, positionOf(pipeline, dispatcher));
  }
  pipeline.checkpoint = Math.max(pipeline.checkpoint, least);
}

/** Why the checkpoint does not move, in one line. */
export function whatHoldsBack(pipeline: Pipeline): string {
  if (pipeline.pausedAt !== null) return 'replication is paused';
  let slowest: Dispatcher | undefined;
  for (const dispatcher of pipeline.dispatchers.values()) {
    if (slowest === undefined || positionOf(pipeline, dispatcher) < positionOf(pipeline, slowest)) {
      slowest = dispatcher;
    }
  }
  if (slowest === undefined || pipeline.owner.state !== 'alive') return 'no capture is alive';
  const next = slowest.events[slowest.done];
  const what = next?.kind === 'ddl' ? `waits to pass: ${sqlOf(next)}` : 'has rows that are not written';
  const state = isRunning(pipeline, slowest) ? '' : ', not running';
  return `dispatcher of table ${slowest.id} (capture ${slowest.member.capture}${state}) ${what}`;
}
