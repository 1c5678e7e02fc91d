import type { Sequence } from '../../../model/sequence.js';
import { groupsOf, lanesIn, type InLane } from '../leaves.js';
import { partsOf, pruned, type Part } from '../prune.js';
import type { Pass } from '../search.js';

/**
 * Less at once. Whole blocks one after the other, by turns or lane by lane; then one lane before or behind its block; then the first
 * command of a lane before it, or the last one behind it; then one lane's commands behind those of another.
 */
export const lanes: Pass = function* (sequence, captures) {
  yield* inSequence(sequence, captures);
  const groups = groupsOf(partsOf(sequence.commands, captures));
  for (const [place, group] of groups.entries()) {
    if (group.length < 2) continue;
    for (const parts of lessAtOnce(lanesIn(group))) {
      const commands = pruned(groups.with(place, parts).flat(), captures);
      yield { ...sequence, commands };
    }
  }
};

/** The sequence with nothing at once: the lanes of every block by turns, and lane by lane, the first one first or last. */
export const inSequence: Pass = function* (sequence, captures): Generator<Sequence> {
  const groups = groupsOf(partsOf(sequence.commands, captures));
  if (groups.every(({ length }) => length < 2)) return;
  for (const order of [byTurns, laneByLane, lastLaneFirst]) {
    const parts = groups.flatMap((group) => (group.length < 2 ? group : alone(order(lanesIn(group)))));
    yield { ...sequence, commands: pruned(parts, captures) };
  }
};

type Lanes = readonly (readonly Part[])[];

function* lessAtOnce(all: Lanes): Generator<readonly Part[]> {
  for (const order of [byTurns, laneByLane, lastLaneFirst]) yield alone(order(all));
  for (const [place, lane] of all.entries()) {
    const others = all.toSpliced(place, 1).flat();
    yield [...alone(lane), ...others];
    yield [...others, ...alone(lane)];
  }
  for (const [place, lane] of all.entries()) {
    if (lane.length < 2) continue;
    yield [...alone(lane.slice(0, 1)), ...all.with(place, lane.slice(1)).flat()];
    yield [...all.with(place, lane.slice(0, -1)).flat(), ...alone(lane.slice(-1))];
  }
  for (const [from, lane] of all.entries()) {
    for (const [to, other] of all.entries()) {
      if (to !== from)
        yield all
          .with(to, [...other, ...into(lane, other)])
          .toSpliced(from, 1)
          .flat();
    }
  }
}

function byTurns(all: Lanes): readonly Part[] {
  const longest = Math.max(...all.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    all.flatMap((lane) => lane.slice(turn, turn + 1)),
  ).flat();
}

function laneByLane(all: Lanes): readonly Part[] {
  return all.flat();
}

function lastLaneFirst(all: Lanes): readonly Part[] {
  return all.toReversed().flat();
}

/** The commands by themselves, each after the one before it. */
function alone(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => ({ ...part, inLane: null }));
}

/** The commands of a lane in another one. */
function into(parts: readonly Part[], [first]: readonly Part[]): readonly Part[] {
  const inLane: InLane | null = first?.inLane ?? null;
  return parts.map((part) => ({ ...part, inLane }));
}
