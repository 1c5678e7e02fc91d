import type { Command } from '../../../model/command.js';
import { numbered, type SingleCommand } from '../../../model/numbered.js';
import type { Partition } from '../../../model/table.js';
import { mapSingles, withSingle } from '../leaves.js';
import { compressed, inOrder, placesIn, withPlace } from '../numbers.js';
import { failures } from '../prune.js';
import type { Pass } from '../search.js';

/** From here on a number that cannot be as low as the model lets it go is halved for as long as that does, before it is made one lower. */
const FAR = 16;

/** Small ids and bounds, MAXVALUE where a bound is not needed: all at once in their order, then each as low as the model lets it go, then half of it, then each one lower. */
export const numbers: Pass = function* (sequence, captures) {
  const { commands } = sequence;
  yield { ...sequence, commands: compressed(commands) };
  yield { ...sequence, commands: opened(commands, captures) };
  yield { ...sequence, commands: inOrder(commands) };
  yield { ...sequence, commands: withDefaults(commands) };
  yield { ...sequence, commands: lowest(commands, captures) };
  for (const place of placesIn(commands).filter(({ number }) => number > 1)) {
    yield { ...sequence, commands: lowered(commands, place, captures) };
    if (place.number > FAR) {
      yield { ...sequence, commands: withPlace(commands, place, place.number >> 1) };
    }
    yield { ...sequence, commands: withPlace(commands, place, place.number - 1) };
  }
};

/** The commands with open ends, then each number in turn as low as it can go without making a command fail. */
export function lowest(commands: readonly Command[], captures: number): readonly Command[] {
  const small = compressed(opened(commands, captures));
  const low = placesIn(small).reduce((result, place) => lowered(result, place, captures), small);
  const sorted = inOrder(low);
  return failures(sorted, captures) === failures(low, captures) ? sorted : low;
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

/** The commands with MAXVALUE for the last bound of all partition definitions, or where that makes one fail of those that can. */
function opened(commands: readonly Command[], captures: number): readonly Command[] {
  const allowed = failures(commands, captures);
  const all = mapSingles(commands, ({ command }) => withOpenEnd(command));
  if (failures(all, captures) === allowed) return all;
  return numbered(commands).reduce((result, { number, command }) => {
    const candidate = withSingle(result, number, withOpenEnd(command));
    return failures(candidate, captures) === allowed ? candidate : result;
  }, commands);
}

function withOpenEnd(command: SingleCommand): SingleCommand {
  switch (command.kind) {
    case 'createTable':
      return command.partitions === null ? command : { ...command, partitions: open(command.partitions) };
    case 'addPartition':
    case 'partitionBy':
      return { ...command, partitions: open(command.partitions) };
    case 'reorganizePartition':
      return { ...command, into: open(command.into) };
    default:
      return command;
  }
}

function open(partitions: readonly Partition[]): readonly Partition[] {
  return partitions.map((partition, place) =>
    place === partitions.length - 1 ? { ...partition, lessThan: 'MAXVALUE' } : partition,
  );
}

/** The commands with 0 as the default of every column that is added. */
export function withDefaults(commands: readonly Command[]): readonly Command[] {
  return mapSingles(commands, ({ command }) =>
    command.kind === 'addColumn' ? { ...command, column: { ...command.column, default: 0 } } : command,
  );
}
