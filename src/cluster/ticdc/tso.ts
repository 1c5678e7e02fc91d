/**
 * A timestamp of TiDB's: 46 bits of milliseconds since 1970, then 18 bits that count within one. It is larger than 2^53, so it
 * never passes through a number.
 */
export type Tso = bigint;

/** Bits of the counter. */
const LOGICAL_BITS = 18n;

/** When a timestamp was given: ms since 1970. */
export function msOf(tso: Tso): number {
  return Number(tso >> LOGICAL_BITS);
}

/** A timestamp for a person: its digits, and the time of day in UTC. */
export function tsoText(tso: Tso): string {
  return `${tso} (${new Date(msOf(tso)).toISOString().slice(11, -1)})`;
}
