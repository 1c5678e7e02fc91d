import { positionOf } from './checkpoint.js';
import { openDispatcher } from './dispatcher.js';
import { mix } from './hash.js';
import type { Pipeline } from './pipeline.js';

/**
 * Moves the dispatcher of a physical table to another capture: what it has on its way is given up, and the new one goes on from what
 * it has written, once it is open. Nothing happens where there is no such dispatcher or capture, or it is there already.
 */
export function moveDispatcher(pipeline: Pipeline, id: number, capture: number): void {
  const { clock, dispatchers, journal, latency, log, members } = pipeline;
  const old = dispatchers.get(id);
  const member = members.find((each) => each.capture === capture && each.state === 'alive');
  if (old === undefined || member === undefined) return;
  if (old.member === member || old.member.state !== 'alive') return;
  old.batch++;
  const start = Math.max(old.start, positionOf(pipeline, old));
  const away = { from: log.lastTs, to: log.lastTs, until: clock.now };
  journal.note(clock.now, 'moved', id, capture);
  openDispatcher(pipeline, id, { member, start, away });
  clock.after(latency.of('open', mix(id, start)), () => {
    away.to = log.lastTs;
  });
}
