import { touchCheckpoint } from './checkpoint.js';
import type { DdlEvent, LogEvent, RowsEvent } from './commitLog.js';
import { mix } from './hash.js';
import { fail, isRunning, type Dispatcher, type Member, type Pipeline } from './pipeline.js';
import { isSkipped } from './skipped.js';

/** Where and how a dispatcher is opened. */
export interface Opening {
  readonly member: Member;
  /** It carries what was committed after this timestamp. */
  readonly start: number;
  /** For one that is taken over after a crash: what was committed meanwhile. */
  readonly away?: Dispatcher['away'];
  /** Whether it carries only what is committed once it runs. */
  readonly isLate?: boolean;
  /** Whether it runs at once. */
  readonly isReady?: boolean;
}

/** Opens the dispatcher of a physical table on a capture. It runs after a while, if the capture is still alive then. */
export function openDispatcher(pipeline: Pipeline, id: number, opening: Opening): void {
  const { clock, latency, journal, dispatchers, log } = pipeline;
  const { member, start, away = null, isLate = false, isReady = false } = opening;
  const events = log.stream(id);
  const first = events.findLastIndex(({ ts }) => ts <= start) + 1;
  const dispatcher: Dispatcher = {
    id,
    member,
    start,
    events,
    away,
    isOpen: isReady,
    taken: first,
    sent: first,
    done: first,
    ahead: new Set(),
    isPulling: false,
    writtenAt: 0,
    batch: 0,
    waits: null,
    heard: null,
  };
  dispatchers.set(id, dispatcher);
  journal.note(clock.now, 'opened', id, start);
  if (isReady) return;
  clock.after(latency.of('open', mix(id, start)), () => {
    dispatcher.isOpen = true;
    if (isLate) dispatcher.taken = dispatcher.sent = dispatcher.done = events.length;
    wake(pipeline, dispatcher);
  });
}

/** Brings a dispatcher what has been committed for it since it last looked. */
export function wake(pipeline: Pipeline, dispatcher: Dispatcher): void {
  const next = dispatcher.events[dispatcher.taken];
  if (next === undefined || dispatcher.isPulling || !isRunning(pipeline, dispatcher)) return;
  dispatcher.isPulling = true;
  pipeline.clock.after(pipeline.latency.of('deliver', mix(next.identity, dispatcher.id)), () => {
    dispatcher.isPulling = false;
    dispatcher.taken = dispatcher.events.length;
    advance(pipeline, dispatcher);
  });
}

/** Lets a dispatcher go past a DDL that has been executed. */
export function pass(pipeline: Pipeline, dispatcher: Dispatcher, ddl: DdlEvent): void {
  const place = dispatcher.events.indexOf(ddl, dispatcher.done);
  dispatcher.waits = dispatcher.heard = null;
  complete(pipeline, dispatcher, place);
}

/** Notes that the event at this place is done, and goes on. */
export function complete(pipeline: Pipeline, dispatcher: Dispatcher, place: number): void {
  settle(dispatcher, place);
  touchCheckpoint(pipeline);
  advance(pipeline, dispatcher);
}

/** Sends the rows that may go, and says which DDL keeps the others back. */
function advance(pipeline: Pipeline, dispatcher: Dispatcher): void {
  if (!isRunning(pipeline, dispatcher)) return;
  const { events, taken } = dispatcher;
  const first = nextDdl(events, dispatcher.done, taken);
  const stop = rowsStopAt(pipeline, dispatcher, first);
  for (
    dispatcher.sent = Math.max(dispatcher.sent, dispatcher.done);
    dispatcher.sent < stop;
    dispatcher.sent++
  ) {
    const event = events[dispatcher.sent];
    if (event?.kind !== 'rows') continue;
    if (isSkipped(pipeline, dispatcher, event)) settle(dispatcher, dispatcher.sent);
    else send(pipeline, dispatcher, event, dispatcher.sent);
  }
  const ddl = first < taken ? events[first] : undefined;
  if (ddl?.kind !== 'ddl' || dispatcher.waits === ddl) return;
  if (dispatcher.done < first && !pipeline.planted.hits('ddl-before-dml', mix(ddl.identity, dispatcher.id)))
    return;
  dispatcher.waits = ddl;
  pipeline.report(dispatcher, ddl);
}

/** Rows stop at the first DDL: they belong to the table as it will be after it. */
function rowsStopAt({ planted }: Pipeline, { id, events, taken }: Dispatcher, first: number): number {
  const ddl = events[first];
  if (first >= taken || ddl === undefined) return taken;
  if (!planted.hits('barrier-last-not-first', mix(ddl.identity, id))) return first;
  return events.findLastIndex(({ kind }, place) => kind === 'ddl' && place < taken);
}

function nextDdl(events: readonly LogEvent[], from: number, to: number): number {
  for (let place = from; place < to; place++) if (events[place]?.kind === 'ddl') return place;
  return to;
}

/** Rows go out one after the other without waiting for each other, and are written in their order. */
function send(pipeline: Pipeline, dispatcher: Dispatcher, event: RowsEvent, place: number): void {
  const { clock, latency, sink } = pipeline;
  const { id, member, batch } = dispatcher;
  const writtenAt = clock.now + latency.of('write', mix(event.identity, id));
  dispatcher.writtenAt = Math.max(dispatcher.writtenAt, writtenAt);
  clock.after(dispatcher.writtenAt - clock.now, () => {
    // A transaction whose client has died is rolled back.
    const isAbandoned = member.state === 'dead' || member.state === 'gone' || batch !== dispatcher.batch;
    if (isAbandoned || pipeline.failure !== null) return;
    const refusal = sink.write(id, event, clock.now, member.capture);
    if (refusal !== null) fail(pipeline, refusal);
    else complete(pipeline, dispatcher, place);
  });
}

/** Counts the event at this place as done, and with it what was done ahead of it. */
export function settle(dispatcher: Dispatcher, place: number): void {
  if (place !== dispatcher.done) {
    dispatcher.ahead.add(place);
    return;
  }
  do dispatcher.done++;
  while (dispatcher.ahead.delete(dispatcher.done));
}
