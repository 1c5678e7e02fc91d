import type { Sync } from '../cluster.js';
import { covers } from './gtid.js';
import type { Replication } from './replication.js';

/**
 * Waits until replication has everything up to `target`, a GTID position of upstream's, but no longer than `timeout` ms
 * in which no part of it moves. `before` is a position that downstream had reached, or empty.
 */
export async function caughtUp(
  replication: Pick<Replication, 'look' | 'cause'>,
  target: string,
  timeout: number,
  before: string,
): Promise<Sync> {
  let progress: string | null = null;
  let moved = performance.now();
  for (;;) {
    const look = await replication.look(target);
    if (look.kind !== 'failed' && !covers(look.position, before)) {
      return { kind: 'backwards', before, now: look.position };
    }
    if (look.kind !== 'behind') return look;
    const now = performance.now();
    if (look.progress !== progress) {
      progress = look.progress;
      moved = now;
    } else if (now - moved > timeout) {
      const cause = await replication.cause();
      const stuck = { kind: 'stuck', target, reached: look.position } as const;
      return cause === undefined ? stuck : { ...stuck, cause };
    }
  }
}
