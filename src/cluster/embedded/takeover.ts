import { gather } from './barrier.js';
import { positionOf, touchCheckpoint } from './checkpoint.js';
import { TRIGGER } from './commitLog.js';
import { openDispatcher } from './dispatcher.js';
import { mix } from './hash.js';
import type { Dispatcher, Member, Pipeline } from './pipeline.js';
import { placeFor } from './placement.js';

/** Gives the work of captures that are gone to those that are alive, as soon as there is one, and an owner to do it. */
export function takeOver(pipeline: Pipeline): void {
  const { members, owner } = pipeline;
  const heir = members.find(({ state }) => state === 'alive');
  const isSomebodyGone = members.some(({ state }) => state === 'gone');
  if (heir === undefined || !isSomebodyGone || (owner.state !== 'alive' && owner.state !== 'gone')) return;
  pipeline.members = members.filter(({ state }) => state !== 'gone');
  if (owner.state === 'gone') succeed(pipeline, owner, heir);
  else reassign(pipeline);
  touchCheckpoint(pipeline);
  gather(pipeline);
}

/** The owner is alive and knows what every dispatcher has told it. */
function reassign(pipeline: Pipeline): void {
  for (const dispatcher of [...pipeline.dispatchers.values()]) {
    const { id, member, start, heard } = dispatcher;
    if (member.state !== 'gone') continue;
    // One that waits for a DDL has written all before it.
    const known = member.hasHandedOver ? positionOf(pipeline, dispatcher) : heard === null ? 0 : heard.ts - 1;
    pipeline.dispatchers.delete(id);
    restart(pipeline, id, Math.max(start, known), member);
  }
}

/**
 * A new owner knows only what is persisted: the checkpoint, and what has been done downstream. It starts from the tables
 * as they were at the checkpoint, goes through the DDLs since then once more, and asks who survived what they wait for.
 */
export function succeed(pipeline: Pipeline, last: Member, heir: Member): void {
  const { clock, dispatchers, journal, checkpoint } = pipeline;
  pipeline.owner = heir;
  pipeline.carrying = null;
  journal.note(clock.now, 'owner', heir.capture, checkpoint);
  if (pipeline.pausedAt !== null) return;
  const lost = new Map<number, Dispatcher>();
  for (const dispatcher of dispatchers.values()) {
    if (dispatcher.member.state === 'gone') lost.set(dispatcher.id, dispatcher);
  }
  for (const id of lost.keys()) dispatchers.delete(id);
  goOnFromCheckpoint(pipeline, (id) => lost.get(id)?.member ?? last);
  for (const dispatcher of dispatchers.values()) {
    dispatcher.heard = null;
    if (dispatcher.waits !== null) pipeline.report(dispatcher, dispatcher.waits);
  }
}

/** Opens the trigger on the owner, and a dispatcher for each table of the checkpoint that has none. `before`: whose work it was. */
export function goOnFromCheckpoint(pipeline: Pipeline, before: (id: number) => Predecessor): void {
  const { checkpoint, dispatchers, log, owner } = pipeline;
  openDispatcher(pipeline, TRIGGER, { member: owner, start: checkpoint });
  for (const id of log.idsAt(checkpoint)) {
    if (!dispatchers.has(id)) restart(pipeline, id, 0, before(id));
  }
}

/** Who had a dispatcher before: when it ended, and whether it then told how far it had got. */
type Predecessor = Pick<Member, 'endedAt' | 'hasHandedOver'>;

/** Opens a dispatcher in place of one that ended with its capture. `known`: all up to there is known to be written. */
function restart(pipeline: Pipeline, id: number, known: number, before: Predecessor): void {
  const { clock, checkpoint, log, sink } = pipeline;
  const done = sink.latestDone(id);
  if (done?.dropped.includes(id)) return;
  const written = Math.max(checkpoint, known, done?.ts ?? 0);
  const member = placeFor(pipeline, id, written);
  if (before.hasHandedOver) {
    openDispatcher(pipeline, id, { member, start: written });
    return;
  }
  const start = Math.max(written, wronglyKnown(pipeline, id, written, before.endedAt));
  openDispatcher(pipeline, id, {
    member,
    start,
    away: { from: before.endedAt, to: log.lastTs, until: clock.now },
  });
}

/** From where a faulty restart after a crash goes on, past what has not been written. Healthy: from nowhere else. */
function wronglyKnown(
  { log, planted, sink }: Pipeline,
  id: number,
  written: number,
  endedAt: number,
): number {
  const opportunity = mix(id, endedAt);
  const events = log.stream(id);
  const arrivedMeanwhile = (events.at(-1)?.ts ?? 0) > endedAt;
  if (arrivedMeanwhile && planted.hits('stale-epoch', opportunity)) return endedAt;
  if (!planted.hits('resume-too-late', opportunity)) return 0;
  // What had been received is never past a DDL that is still to be executed.
  const barrier = events.find((event) => event.kind === 'ddl' && event.ts > written && !sink.isDone(event));
  return Math.min(endedAt, (barrier?.ts ?? Infinity) - 1);
}
