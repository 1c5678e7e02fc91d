import type { Signal } from '../cluster.js';

/** One capture, whoever has started it. Methods throw EnvironmentError where it does not do what it is told. */
export interface Capture {
  /** Where its OpenAPI answers: `127.0.0.1:8300`. */
  readonly address: string;
  /** Whether it is to be running: started, and not killed since. */
  readonly isAlive: boolean;
  /** How it has ended by itself, in a few words; null where it runs, was killed, or that cannot be seen. */
  readonly ended: string | null;
  /** Kills it and returns once it is dead. */
  kill(signal: Signal): Promise<void>;
  /** Starts it and returns once it is ready. */
  start(): Promise<void>;
  /** From now on only what is logged later belongs to the run. */
  mark(): Promise<void>;
  /** What it has logged since the mark; empty where its log cannot be read. */
  log(): Promise<string>;
}

/** Which capture each number of a sequence means, as places in the list of captures. */
export type Numbering = readonly number[];

/** Every number means the capture at that place, but for capture 0, which the model takes for the owner. */
export function numberingFrom(owner: number, captures: number): Numbering {
  return ownedBy(
    Array.from({ length: captures }, (_, place) => place),
    0,
    owner,
  );
}

/**
 * The numbering by which `first`, the number that the model takes for the owner, means the capture that is the owner: the two change
 * numbers where they differ. The model knows the order in which captures were started, and TiCDC mostly elects by it, but not
 * always; so that `kill the owner` means what it says, the numbers follow.
 */
export function ownedBy(numbering: Numbering, first: number, owner: number): Numbering {
  const other = numbering.indexOf(owner);
  const mine = numbering[first];
  if (other < 0 || mine === undefined || mine === owner) return numbering;
  return numbering.with(first, owner).with(other, mine);
}
