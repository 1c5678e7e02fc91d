import type { Command } from './command.js';

/**
 * The commands of one run. `schedule` seeds whatever a cluster chooses by itself (the embedded one: latencies and
 * interleaving; 0 is the plain schedule without jitter), so that the choice belongs to the input and replays.
 */
export interface Sequence {
  readonly commands: readonly Command[];
  readonly schedule: number;
}
