import { positionOf } from './checkpoint.js';
import { sqlOf, TRIGGER, type DdlEvent } from './commitLog.js';
import { openDispatcher, pass } from './dispatcher.js';
import { mix } from './hash.js';
import { fail, type Dispatcher, type Member, type Pipeline } from './pipeline.js';
import { placeFor } from './placement.js';

/*
 * Why a DDL needs a barrier. Rows travel by physical table, each on its own way and some slower than others; a DDL
 * concerns several of them at once. Were it executed downstream when the first of them comes to it, rows committed
 * before it and still on their way would meet a table that has changed: they would fail, or land in the wrong place,
 * or come back after they had been removed. Were a dispatcher to go past it before it is executed, rows committed
 * after it would meet a table that has not changed yet. So every dispatcher stops at the DDL once all before it is
 * written, and says so to the owner; when all have, the DDL is executed, once; then all may pass.
 */

/** Brings the owner the word that a dispatcher waits for a DDL, and that all before it is written. */
export function report(pipeline: Pipeline, dispatcher: Dispatcher, ddl: DdlEvent): void {
  const { clock, latency, dispatchers } = pipeline;
  clock.after(latency.of('message', mix(ddl.identity, dispatcher.id)), () => {
    if (pipeline.owner.state !== 'alive' || dispatchers.get(dispatcher.id) !== dispatcher) return;
    const trigger = dispatchers.get(TRIGGER);
    const isOver = trigger !== undefined && dispatcher !== trigger && positionOf(pipeline, trigger) >= ddl.ts;
    if (isOver) {
      pass(pipeline, dispatcher, ddl);
      return;
    }
    dispatcher.heard = ddl;
    gather(pipeline);
  });
}

/** Carries out the DDL that the trigger waits for, once everybody whom it touches waits for it or is past it. */
export function gather(pipeline: Pipeline): void {
  const { dispatchers, owner, carrying } = pipeline;
  const ddl = dispatchers.get(TRIGGER)?.heard ?? null;
  if (ddl === null || carrying !== null || owner.state !== 'alive' || pipeline.pausedAt !== null) return;
  const isReady = ddl.touched.every((id) => {
    const dispatcher = dispatchers.get(id);
    return dispatcher === undefined || dispatcher.heard === ddl || positionOf(pipeline, dispatcher) >= ddl.ts;
  });
  if (isReady) carryOut(pipeline, ddl, owner);
}

function carryOut(pipeline: Pipeline, ddl: DdlEvent, owner: Member): void {
  const { clock, latency, sink, journal } = pipeline;
  pipeline.carrying = ddl;
  if (sink.isDone(ddl)) {
    journal.note(clock.now, 'skipped', ddl.ts);
    changeDispatchers(pipeline, ddl, true);
    letPass(pipeline, ddl, owner, true);
    return;
  }
  clock.after(latency.of('execute', ddl.identity), () => {
    if (pipeline.failure !== null) return;
    // Once sent, a DDL is executed whether its client is still alive or not.
    const refusal = sink.execute(ddl, clock.now, owner.capture);
    if (refusal === null) journal.note(clock.now, 'executed', ddl.ts);
    if (!leads(pipeline, owner)) return;
    if (refusal !== null) {
      fail(pipeline, { ...refusal, message: `${refusal.message}: ${sqlOf(ddl)}` });
      return;
    }
    changeDispatchers(pipeline, ddl, false);
    clock.after(latency.of('acknowledge', ddl.identity), () => {
      letPass(pipeline, ddl, owner, false);
    });
    clock.after(latency.of('record', ddl.identity), () => {
      if (!leads(pipeline, owner)) return;
      sink.record(ddl);
      journal.note(clock.now, 'recorded', ddl.ts);
    });
  });
}

function leads(pipeline: Pipeline, owner: Member): boolean {
  return pipeline.owner === owner && (owner.state === 'alive' || owner.state === 'draining');
}

/** Ends the dispatchers of the physical tables that are gone, and opens those of the new ones. */
function changeDispatchers(pipeline: Pipeline, ddl: DdlEvent, wasDone: boolean): void {
  const { clock, journal, dispatchers, planted, sink } = pipeline;
  for (const id of ddl.dropped) {
    // One that starts later than this DDL belongs to a later life of the table (RECOVER TABLE).
    const dispatcher = dispatchers.get(id);
    if (dispatcher === undefined || dispatcher.start > ddl.ts) continue;
    dispatchers.delete(id);
    journal.note(clock.now, 'closed', id);
  }
  const { kind } = ddl.command;
  const isTruncate = kind === 'truncateTable' || kind === 'truncatePartition';
  for (const id of ddl.added) {
    const opportunity = mix(ddl.identity, ddl.added.indexOf(id));
    const done = sink.latestDone(id);
    if (dispatchers.has(id) || done?.dropped.includes(id)) continue;
    if (wasDone && kind === 'addPartition' && planted.hits('new-partition-unwatched', opportunity)) continue;
    const isBack = kind === 'recoverTable' || kind === 'flashbackTable';
    if (isBack && planted.hits('recover-unwatched', opportunity)) continue;
    const start = Math.max(ddl.ts, done?.ts ?? 0);
    const isLate = isTruncate && planted.hits('truncate-then-insert', opportunity);
    openDispatcher(pipeline, id, { member: placeFor(pipeline, id, start), start, isLate });
  }
}

/** Lets everybody pass who waits for this DDL. */
function letPass(pipeline: Pipeline, ddl: DdlEvent, owner: Member, wasDone: boolean): void {
  const { clock, latency, dispatchers, planted } = pipeline;
  const changesNone = ddl.added.length + ddl.dropped.length === 0;
  const isForgotten = wasDone && changesNone && planted.hits('pass-never-sent', ddl.identity);
  clock.after(latency.of('message', ddl.identity), () => {
    if (!leads(pipeline, owner)) return;
    pipeline.carrying = null;
    for (const id of isForgotten ? [TRIGGER] : [TRIGGER, ...ddl.touched]) {
      const dispatcher = dispatchers.get(id);
      if (dispatcher?.heard === ddl) pass(pipeline, dispatcher, ddl);
    }
  });
}
