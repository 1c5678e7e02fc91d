import { mix, share } from './hash.js';

/**
 * How long things take: virtual ms without jitter. They are in the proportions in which a real pipeline shows its
 * faults: a DDL returns to its client after downstream has executed it and before its progress is recorded there, and
 * a row takes longer to be written than a DDL that follows it takes to be committed.
 */
const plain = {
  /** From the call of a DML statement to its commit. */
  dmlCommit: 5,
  /** From the call of a DDL to its commit. */
  ddlCommit: 5,
  /** The same for a DDL that copies rows into new partitions first. */
  copyCommit: 30,
  /** From a DDL's commit to its return: by then every server of upstream has taken over the new schema. */
  ddlReturn: 50,
  /** From a commit to its arrival at the dispatcher. */
  deliver: 4,
  /** From a row's arrival to its commit downstream. */
  write: 20,
  /** A message between a dispatcher and the owner. */
  message: 1,
  /** Executing a DDL downstream. */
  execute: 5,
  /** From a DDL's execution downstream to the owner's word that all may pass it. */
  acknowledge: 45,
  /** From a DDL's execution downstream to the record there that says so. */
  record: 110,
  /** From the owner's order to a running dispatcher. */
  open: 50,
  /** From progress to a checkpoint that includes it. */
  persist: 600,
  /** How long a killed capture's session lives on. */
  lease: 200,
  /** The last batch of a capture that was told to end. */
  drain: 250,
  /** How often a client asks for the checkpoint. */
  poll: 300,
} as const;

/** The name of something that takes time. */
export type Delay = keyof typeof plain;

const delays = Object.keys(plain);
const number = Object.fromEntries(delays.map((name, place) => [name, place])) as Record<Delay, number>;

/**
 * Latencies of one run: plain and fixed for schedule 0; otherwise each between half and twice as long, by a hash of
 * the schedule and of what takes the time, and not from a stream of numbers: one event less moves no other.
 */
export class Latency {
  constructor(private readonly schedule: number) {}

  /** How long this takes: virtual ms. `identity` tells apart what takes the same kind of time. */
  of(delay: Delay, identity: number): number {
    const ms = plain[delay];
    if (this.schedule === 0) return ms;
    const jitter = share(mix(mix(this.schedule, number[delay]), identity));
    return Math.max(1, Math.round(ms * Math.exp((2 * jitter - 1) * Math.LN2)));
  }
}
