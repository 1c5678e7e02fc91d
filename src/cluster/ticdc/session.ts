import { setTimeout as delay } from 'node:timers/promises';
import type { Control } from '../../../model/control.js';
import type { Snapshot } from '../../../model/snapshot.js';
import { readSnapshot } from '../../sql/readSnapshot.js';
import { tidb } from '../../sql/tidb.js';
import {
  EnvironmentError,
  type Connection,
  type Evidence,
  type Outcome,
  type ServerHistory,
  type Session,
  type Side,
  type Signal,
  type Step,
  type Sync,
} from '../cluster.js';
import { atOnce, Turns } from '../lanes.js';
import { messageOf } from '../link.js';
import { UpstreamConnection } from '../upstreamConnection.js';
import { alarmLines } from './captureLog.js';
import { catchUp, type Course } from './catchUp.js';
import { control } from './control.js';
import { evidenceOf, orSay, readPhysicalIds } from './evidence.js';
import { historiesOf } from './histories.js';
import { Journal } from './journal.js';
import { withoutMarks } from './mark.js';
import type { PhysicalId } from './physicalIds.js';

/** One run's database and changefeed. */
export class TicdcSession implements Session {
  readonly #course: Course;
  readonly #connection: UpstreamConnection;
  /** One for each lane, made when a block first has so many. */
  readonly #laneConnections: UpstreamConnection[] = [];
  readonly #warningAfter: number;
  readonly #end: (isHealthy: boolean) => Promise<void>;
  readonly #opened = performance.now();
  readonly #journal = new Journal();
  #isHealthy = true;
  /** Lanes kill and start captures one at a time. */
  readonly #captures = new Turns();
  #marks = 0;
  /** At the last check, or why they could not be had. */
  #idsBefore: readonly PhysicalId[] | string = [];

  /** The database and the changefeed exist; `end` is called when the session closes, with whether nothing has failed. */
  constructor(course: Course, warningAfter: number, end: (isHealthy: boolean) => Promise<void>) {
    this.#course = course;
    this.#connection = new UpstreamConnection(course.parts.upstream, course.database, tidb);
    this.#warningAfter = warningAfter;
    this.#end = end;
  }

  execute(step: Step): Promise<Outcome> {
    this.#course.statements.note(step);
    return this.#guarded(this.#connection.execute(step));
  }

  async concurrently(lanes: readonly ((connection: Connection) => Promise<void>)[]): Promise<void> {
    const { parts, database, statements } = this.#course;
    await atOnce(this, lanes, (lane) => {
      const connection = (this.#laneConnections[lane] ??= new UpstreamConnection(
        parts.upstream,
        database,
        tidb,
      ));
      return (step) => {
        statements.note(step);
        return this.#guarded(connection.execute(step));
      };
    });
  }

  kill(capture: number, signal: Signal): Promise<void> {
    return this.#captures.take(() => this.#kill(capture, signal));
  }

  start(capture: number): Promise<void> {
    return this.#captures.take(() => this.#start(capture));
  }

  async #kill(capture: number, signal: Signal): Promise<void> {
    const { address, wasOwner } = await this.#guarded(this.#course.captures.kill(capture, signal));
    this.#journal.note(
      `SIG${signal} has ended capture ${capture} (${address}${wasOwner ? ', the owner' : ''})`,
    );
  }

  async #start(capture: number): Promise<void> {
    const address = await this.#guarded(this.#course.captures.start(capture));
    this.#journal.note(`capture ${capture} has started (${address})`);
  }

  async control(command: Control): Promise<void> {
    const said = await this.#guarded(control(this.#course, command));
    this.#journal.note(said);
  }

  async wait(ms: number): Promise<void> {
    await delay(ms);
  }

  now(): number {
    return performance.now() - this.#opened;
  }

  async sync(timeout: number): Promise<Sync> {
    this.#marks += 1;
    const limits = { stuckAfter: timeout, warningAfter: this.#warningAfter };
    const sync = await this.#guarded(catchUp(this.#course, this.#marks, limits));
    this.#journal.note(`catching up: ${sync.kind}`);
    if (sync.kind !== 'synced') this.#isHealthy = false;
    else this.#idsBefore = await orSay(readPhysicalIds(this.#course));
    return sync;
  }

  async snapshot(side: Side): Promise<Snapshot> {
    const { parts, database } = this.#course;
    try {
      return withoutMarks(await readSnapshot(await parts[side].link.connect(), database));
    } catch (error) {
      throw this.#broken(`${side}: ${messageOf(error)}`);
    }
  }

  async alarms(): Promise<readonly string[]> {
    const found = await Promise.all(
      this.#course.captures
        .inOrder()
        .map(async (capture, number) =>
          alarmLines(await capture.log()).map((line) => `capture ${number}: ${line}`),
        ),
    );
    const alarms = found.flat();
    if (alarms.length > 0) this.#isHealthy = false;
    return alarms;
  }

  evidence(): Promise<readonly Evidence[]> {
    return evidenceOf(this.#course, this.#journal, this.#idsBefore);
  }

  histories(): Promise<readonly ServerHistory[]> {
    return historiesOf(this.#course, this.#journal.opened);
  }

  async close(): Promise<void> {
    for (const connection of [this.#connection, ...this.#laneConnections]) connection.close();
    await this.#end(this.#isHealthy);
  }

  #broken(message: string): EnvironmentError {
    this.#isHealthy = false;
    return new EnvironmentError(message);
  }

  async #guarded<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw this.#broken(messageOf(error));
    }
  }
}
