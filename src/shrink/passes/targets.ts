import { replaced } from '../fields.js';
import { namesIn, swapping } from '../names.js';
import type { Pass } from '../search.js';

/** Each command done to another table or partition, by itself and together with all that come after it. */
export const targets: Pass = function* (sequence) {
  const { commands } = sequence;
  const { tables, partitions } = namesIn(commands);
  for (const [place, command] of commands.entries()) {
    if (command.kind === 'createTable') continue;
    for (const [a, b] of pairsOf(tables)) {
      const by = { table: swapping(a, b) };
      yield { ...sequence, commands: commands.with(place, replaced(command, by)) };
      const rest = commands.slice(place).map((each) => replaced(each, by));
      yield { ...sequence, commands: [...commands.slice(0, place), ...rest] };
    }
    for (const [a, b] of pairsOf(partitions)) {
      const by = { partition: swapping(a, b) };
      yield { ...sequence, commands: commands.with(place, replaced(command, by)) };
    }
  }
};

function pairsOf(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((a, place) => names.slice(place + 1).map((b) => [a, b] as const));
}
