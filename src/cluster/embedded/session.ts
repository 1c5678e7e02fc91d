import type { Control } from '../../../model/control.js';
import { isDdl } from '../../../model/part.js';
import { snapshotOf, type Snapshot } from '../../../model/snapshot.js';
import type {
  Connection,
  Evidence,
  Outcome,
  ServerHistory,
  Session,
  Side,
  Signal,
  Step,
  Sync,
} from '../cluster.js';
import { report } from './barrier.js';
import { killCapture, startCapture } from './captures.js';
import { touchCheckpoint, whatHoldsBack } from './checkpoint.js';
import { Clock } from './clock.js';
import { CommitLog, TRIGGER } from './commitLog.js';
import { openDispatcher, wake } from './dispatcher.js';
import { Downstream } from './downstream.js';
import type { Planted } from './faults.js';
import { historiesOf } from './histories.js';
import { identityOf } from './identity.js';
import { Journal } from './journal.js';
import { Latency, type Delay } from './latency.js';
import { moveDispatcher } from './moving.js';
import { pause, resume } from './pausing.js';
import type { Member, Pipeline } from './pipeline.js';
import { resign } from './resigning.js';
import { Sink } from './sink.js';
import { Upstream } from './upstream.js';

/** One run: an upstream, a downstream and what is between them, made for it and forgotten with it. */
export class EmbeddedSession implements Session {
  private readonly clock = new Clock();
  private readonly log = new CommitLog();
  private readonly latency: Latency;
  private readonly upstream: Upstream;
  private readonly downstream = new Downstream();
  private readonly pipeline: Pipeline;

  /** `schedule` seeds the latencies; 0 is the plain schedule. */
  constructor(captures: number, schedule: number, planted: Planted) {
    const { clock, log, downstream } = this;
    this.latency = new Latency(schedule);
    this.upstream = new Upstream(log, planted);
    const owner: Member = { capture: 0, state: 'alive', endedAt: 0, hasHandedOver: false };
    const others = Array.from({ length: captures - 1 }, (_, i): Member => ({ ...owner, capture: i + 1 }));
    const pipeline: Pipeline = {
      clock,
      latency: this.latency,
      planted,
      log,
      sink: new Sink(downstream, log, planted),
      journal: new Journal(),
      members: [owner, ...others],
      owner,
      dispatchers: new Map(),
      checkpoint: 0,
      isPersisting: false,
      pausedAt: null,
      carrying: null,
      failure: null,
      report: (dispatcher, ddl) => {
        report(pipeline, dispatcher, ddl);
      },
    };
    this.pipeline = pipeline;
    openDispatcher(pipeline, TRIGGER, { member: owner, start: 0, isReady: true });
  }

  async execute(step: Step): Promise<Outcome> {
    const { clock, latency, log, pipeline, upstream } = this;
    const identity = identityOf(step.command);
    const since = log.lastTs;
    let outcome: Outcome | undefined;
    clock.after(latency.of(commitDelay(step), identity), () => {
      const committed = upstream.commit(step, clock.now, since);
      for (const id of committed.ids) {
        const dispatcher = pipeline.dispatchers.get(id);
        if (dispatcher !== undefined) wake(pipeline, dispatcher);
      }
      touchCheckpoint(pipeline);
      const returns = isDdl(step.command) && committed.outcome.kind === 'ok';
      clock.after(returns ? latency.of('ddlReturn', identity) : 0, () => {
        outcome = committed.outcome;
      });
    });
    await clock.until(() => outcome !== undefined);
    return outcome ?? { kind: 'unknown', message: 'the embedded cluster gave no answer' };
  }

  kill(capture: number, signal: Signal): Promise<void> {
    return killCapture(this.pipeline, capture, signal);
  }

  start(capture: number): Promise<void> {
    startCapture(this.pipeline, capture);
    return Promise.resolve();
  }

  async control(command: Control): Promise<void> {
    switch (command.kind) {
      case 'pauseChangefeed':
        return pause(this.pipeline);
      case 'resumeChangefeed':
        resume(this.pipeline);
        return;
      case 'resignOwner':
        return resign(this.pipeline);
      case 'moveTable': {
        const id = this.upstream.idOf(command.table, command.partition);
        if (id !== undefined) moveDispatcher(this.pipeline, id, command.target);
        return;
      }
    }
  }

  wait(ms: number): Promise<void> {
    return this.clock.until(() => false, this.clock.now + ms);
  }

  now(): number {
    return this.clock.now;
  }

  async concurrently(lanes: readonly ((connection: Connection) => Promise<void>)[]): Promise<void> {
    await Promise.all(lanes.map((lane) => lane(this)));
  }

  async sync(timeout: number): Promise<Sync> {
    const { clock, log, pipeline } = this;
    const target = log.lastTs;
    touchCheckpoint(pipeline);
    for (;;) {
      const { checkpoint } = pipeline;
      const moves = (): boolean => pipeline.failure !== null || pipeline.checkpoint > checkpoint;
      const isThere = checkpoint >= target;
      await clock.until(moves, clock.now + (isThere ? this.latency.of('poll', target) : timeout));
      if (pipeline.failure !== null) return failed(pipeline.failure);
      if (isThere) return { kind: 'synced', position: String(pipeline.checkpoint) };
      if (pipeline.checkpoint > checkpoint) continue;
      const cause = whatHoldsBack(pipeline);
      return { kind: 'stuck', target: String(target), reached: String(checkpoint), cause };
    }
  }

  snapshot(side: Side): Promise<Snapshot> {
    return Promise.resolve(
      side === 'upstream' ? snapshotOf(this.upstream.state) : this.downstream.snapshot(),
    );
  }

  alarms(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  evidence(): Promise<readonly Evidence[]> {
    const text = `${this.pipeline.journal.lines().join('\n')}\n`;
    return Promise.resolve([{ name: 'captures.log', text }]);
  }

  histories(): Promise<readonly ServerHistory[]> {
    return Promise.resolve(historiesOf(this.log, this.pipeline.sink.done));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function commitDelay({ command }: Step): Delay {
  switch (command.kind) {
    case 'reorganizePartition':
    case 'removePartitioning':
    case 'partitionBy':
      return 'copyCommit';
    default:
      return isDdl(command) ? 'ddlCommit' : 'dmlCommit';
  }
}

function failed({ errno, message }: NonNullable<Pipeline['failure']>): Sync {
  return { kind: 'failed', where: 'downstream', errno, message };
}
