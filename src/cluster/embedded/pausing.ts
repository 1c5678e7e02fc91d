import { persist, touchCheckpoint } from './checkpoint.js';
import type { Pipeline } from './pipeline.js';
import { goOnFromCheckpoint } from './takeover.js';

/** Pauses replication: the owner finishes the DDL that it is at and persists the checkpoint; then every dispatcher ends, with what it has on its way. */
export async function pause(pipeline: Pipeline): Promise<void> {
  const { clock, dispatchers, journal, log } = pipeline;
  pipeline.pausedAt = log.lastTs;
  await clock.until(() => pipeline.carrying === null);
  if (pipeline.owner.state === 'alive') persist(pipeline);
  for (const dispatcher of dispatchers.values()) dispatcher.batch++;
  dispatchers.clear();
  pipeline.carrying = null;
  pipeline.pausedAt = log.lastTs;
  journal.note(clock.now, 'paused', pipeline.checkpoint);
}

/** Lets replication go on from the checkpoint; without an owner whoever takes over does. */
export function resume(pipeline: Pipeline): void {
  const { clock, journal, pausedAt } = pipeline;
  if (pausedAt === null) return;
  pipeline.pausedAt = null;
  journal.note(clock.now, 'resumed', pipeline.checkpoint);
  if (pipeline.owner.state !== 'alive') return;
  goOnFromCheckpoint(pipeline, () => ({ endedAt: pausedAt, hasHandedOver: false }));
  touchCheckpoint(pipeline);
}
