import type { Command } from '../../../model/command.js';
import { compressed, placesIn, withPlace } from '../numbers.js';
import { failures } from '../prune.js';
import type { Pass } from '../search.js';

/** Small ids and bounds: all at once in their order, then each as low as the model lets it go, then each one lower. */
export const numbers: Pass = function* (sequence, captures) {
  const { commands } = sequence;
  yield { ...sequence, commands: compressed(commands) };
  yield { ...sequence, commands: lowest(commands, captures) };
  for (const place of placesIn(commands).filter(({ number }) => number > 1)) {
    yield { ...sequence, commands: lowered(commands, place, captures) };
    yield { ...sequence, commands: withPlace(commands, place, place.number - 1) };
  }
};

/** The commands with each number in turn as low as it can go without making a command fail. */
export function lowest(commands: readonly Command[], captures: number): readonly Command[] {
  const small = compressed(commands);
  return placesIn(small).reduce((result, place) => lowered(result, place, captures), small);
}

function lowered(
  commands: readonly Command[],
  place: Parameters<typeof withPlace>[1],
  captures: number,
): readonly Command[] {
  const allowed = failures(commands, captures);
  for (let number = 1; number < place.number; number++) {
    const candidate = withPlace(commands, place, number);
    if (failures(candidate, captures) === allowed) return candidate;
  }
  return commands;
}
