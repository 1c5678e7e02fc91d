import type { Command } from '../../../model/command.js';
import type { Snapshot } from '../../../model/snapshot.js';
import type { Outcome, Session, Sync } from '../../../src/cluster/cluster.js';

/** No wait of a healthy cluster comes near this: ms. */
export const LONG = 60_000;

/** Sends commands to a session, numbered as in a sequence. */
export class Driver {
  readonly session: Session;
  #number = 0;

  constructor(session: Session) {
    this.session = session;
  }

  /** What became of a command. */
  outcome(command: Command): Promise<Outcome> {
    this.#number += 1;
    return this.session.execute({ number: this.#number, command });
  }

  /** Carries out commands that must succeed. */
  async apply(...commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      const outcome = await this.outcome(command);
      if (outcome.kind !== 'ok') throw new Error(`${command.kind}: ${JSON.stringify(outcome)}`);
    }
  }

  /** Inserts rows with these ids into `t`. */
  async insert(...ids: readonly number[]): Promise<void> {
    await this.apply({ kind: 'insert', table: 't', ids });
  }

  /** How catching up ends on a cluster that has all the time it wants. */
  sync(): Promise<Sync> {
    return this.session.sync(LONG);
  }

  /** The ids of `t` downstream once it has caught up. Throws where it does not. */
  async arrived(): Promise<readonly number[]> {
    const sync = await this.sync();
    if (sync.kind !== 'synced') throw new Error(JSON.stringify(sync));
    return idsOf(await this.session.snapshot('downstream'));
  }
}

/** The ids of `t`. */
export function idsOf(snapshot: Snapshot): readonly number[] {
  return snapshot['t']?.rows.map(({ id }) => id) ?? [];
}

/** `t` without partitions. */
export const CREATE: Command = { kind: 'createTable', table: 't', partitions: null };

/** `t` with the partitions of most reports. */
export const CREATE_PARTITIONED: Command = {
  kind: 'createTable',
  table: 't',
  partitions: [
    { name: 'p0', lessThan: 200 },
    { name: 'p1', lessThan: 1000 },
    { name: 'p2', lessThan: 'MAXVALUE' },
  ],
};
