import type { Connection, Outcome } from '../../../src/cluster/cluster.js';
import { CREATE, type Driver } from './driver.js';

/** Something that one lane tells another. */
function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/**
 * Fills `t` from two lanes that wait for each other in between, so that they only end if they run at once; one of them kills a capture and
 * starts it again, after `ready`. What became of the inserts, in the order in which they were made.
 */
export async function meetInLanes(
  driver: Driver,
  ready: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly Outcome['kind'][]> {
  await driver.apply(CREATE);
  const outcomes: Outcome['kind'][] = [];
  const insert = async (lane: Connection, id: number): Promise<void> => {
    const command = { kind: 'insert', table: 't', ids: [id] } as const;
    outcomes.push((await lane.execute({ number: 1 + id, command })).kind);
  };
  const [first, second] = [signal(), signal()];
  await driver.session.concurrently([
    async (lane) => {
      await insert(lane, 1);
      first.give();
      await second.given;
      await insert(lane, 3);
    },
    async (lane) => {
      await first.given;
      await ready();
      await lane.kill(0, 'KILL');
      await lane.start(0);
      await insert(lane, 2);
      second.give();
    },
  ]);
  return outcomes;
}
