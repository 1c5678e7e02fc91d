import type { Signal } from '../cluster.js';
import { persist } from './checkpoint.js';
import { settle } from './dispatcher.js';
import { mix } from './hash.js';
import { fail, type Dispatcher, type Member, type Pipeline } from './pipeline.js';
import { takeOver } from './takeover.js';

/** Starts a capture. It takes part at once, gets new dispatchers like any other, and is owner where there is none. */
export function startCapture(pipeline: Pipeline, capture: number): void {
  const { clock, journal } = pipeline;
  pipeline.members = [...pipeline.members, { capture, state: 'alive', endedAt: 0, hasHandedOver: false }];
  journal.note(clock.now, 'joined', capture);
  takeOver(pipeline);
}

/** Ends a capture and resolves once it is dead. Does nothing where it is not alive. */
export async function killCapture(pipeline: Pipeline, capture: number, signal: Signal): Promise<void> {
  const member = pipeline.members.find((each) => each.capture === capture && each.state === 'alive');
  if (member === undefined) return;
  const { clock, journal, latency, log } = pipeline;
  member.endedAt = log.lastTs;
  if (signal === 'TERM') {
    await drain(pipeline, member);
    leave(pipeline, member);
    return;
  }
  member.state = 'dead';
  journal.note(clock.now, 'killed', capture);
  clock.after(latency.of('lease', capture), () => {
    leave(pipeline, member);
  });
}

/** Told to end, a capture takes nothing new and writes its last batch; the owner finishes the DDL that it is at. */
async function drain(pipeline: Pipeline, member: Member): Promise<void> {
  const { clock, journal, dispatchers, planted } = pipeline;
  member.state = 'draining';
  journal.note(clock.now, 'draining', member.capture);
  let left = 0;
  for (const dispatcher of dispatchers.values()) {
    if (dispatcher.member !== member || !hasRowsLeft(dispatcher)) continue;
    left++;
    writeLastBatch(pipeline, dispatcher, () => {
      left--;
    });
  }
  if (left > 0 && planted.hits('two-writers', mix(member.capture, member.endedAt))) return;
  await clock.until(() => left === 0 && (pipeline.owner !== member || pipeline.carrying === null));
  member.hasHandedOver = true;
  if (pipeline.owner === member) persist(pipeline);
}

function hasRowsLeft({ events, done }: Dispatcher): boolean {
  return events[done]?.kind === 'rows';
}

/** All rows up to the next DDL that upstream had committed by then. What was on its way is part of it. */
function writeLastBatch(pipeline: Pipeline, dispatcher: Dispatcher, then: () => void): void {
  const { clock, latency, sink } = pipeline;
  const { id, events, member } = dispatcher;
  const end = events.findIndex(({ kind }, place) => place >= dispatcher.done && kind === 'ddl');
  const stop = end < 0 ? events.length : end;
  dispatcher.batch++;
  clock.after(latency.of('drain', mix(member.capture, id)), () => {
    for (let place = dispatcher.done; place < stop; place++) {
      const event = events[place];
      if (event?.kind !== 'rows' || pipeline.failure !== null) continue;
      const refusal = sink.write(id, event, clock.now, member.capture);
      if (refusal !== null) fail(pipeline, refusal);
      else settle(dispatcher, place);
    }
    then();
  });
}

function leave(pipeline: Pipeline, member: Member): void {
  member.state = 'gone';
  pipeline.journal.note(pipeline.clock.now, 'left', member.capture);
  takeOver(pipeline);
}
