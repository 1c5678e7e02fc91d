import { TRIGGER } from './commitLog.js';
import type { Member, Pipeline } from './pipeline.js';

/**
 * The capture for the dispatcher of a physical table, as it is at this timestamp. A table's partitions are spread over
 * the captures in turn, beginning after the owner, which has the DDLs to do. The capture may have been killed a moment
 * ago, since nobody knows that before its lease is over; then the dispatcher will be taken over from there.
 */
export function placeFor({ log, members, owner }: Pipeline, id: number, ts: number): Member {
  if (id === TRIGGER) return owner;
  const able = members.filter(({ state }) => state !== 'gone');
  const place = log.versionsAt(id, ts + 1).version?.place ?? 0;
  const member = able[(able.indexOf(owner) + 1 + place) % able.length];
  if (member === undefined) throw new Error('a dispatcher is to be opened, and no capture is there');
  return member;
}
