import type { Evidence, Signal, Sync } from '../cluster.js';
import type { Takeover } from './capture.js';
import type { Server } from './server.js';

/** Replication that has stopped with an error. */
export type Failure = Extract<Sync, { readonly kind: 'failed' }>;

/**
 * How far replication has got. `progress` changes whenever any part of it moves; `position` is downstream's.
 */
export type Look =
  | { readonly kind: 'synced'; readonly position: string }
  | { readonly kind: 'behind'; readonly position: string; readonly progress: string }
  | Failure;

/** What lies between upstream and downstream: the captures. The one alive for longest is the owner; others stand by. */
export interface Replication {
  /** Servers of its own, beside upstream and downstream. */
  readonly servers: readonly Server[];
  /** Kills a capture and returns once it is dead; the next one takes over by itself. */
  kill(capture: number, signal: Signal): Promise<void>;
  /** Starts a dead capture; returns once it stands in line, or carries changes where no other one is alive. */
  start(capture: number): Promise<void>;
  /** Whether all parts that are alive have everything up to `target`; waits for it some ms at the most. */
  look(target: string): Promise<Look>;
  /** Makes every capture alive and capture 0 the owner, as each run begins. */
  restore(): Promise<void>;
  /** What the owner is doing, in a few words, where that can be told. */
  cause(): Promise<string | undefined>;
  /** What is to be seen of it in this run. */
  evidence(): Promise<readonly Evidence[]>;
  /** Which captures owned downstream in this run, in their order; absent where captures are servers, whose own histories tell. */
  takeovers?(): Promise<readonly Takeover[]>;
  /** From now on only what is logged later belongs to the run. */
  mark(): Promise<void>;
}
