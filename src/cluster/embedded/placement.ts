import type { Member, Pipeline } from './pipeline.js';

/**
 * The capture for one more dispatcher: the one that has the fewest, of several the first by number. It may have been
 * killed a moment ago, since nobody knows that before its lease is over; then it will be taken over from there.
 */
export function placeFor({ members, dispatchers }: Pipeline): Member {
  const load = new Map<Member, number>();
  for (const { member } of dispatchers.values()) load.set(member, (load.get(member) ?? 0) + 1);
  const weight = (member: Member): number => load.get(member) ?? 0;
  const able = members.filter(({ state }) => state !== 'gone');
  const best = able.reduce<Member | undefined>((chosen, member) => {
    if (chosen === undefined) return member;
    const difference = weight(member) - weight(chosen) || member.capture - chosen.capture;
    return difference < 0 ? member : chosen;
  }, undefined);
  if (best === undefined) throw new Error('a dispatcher is to be opened, and no capture is there');
  return best;
}
