import { numbered } from '../../../model/numbered.js';
import { replaced } from '../fields.js';
import { mapSingles, withSingle } from '../leaves.js';
import { namesIn, swapping } from '../names.js';
import type { Pass } from '../search.js';

/** Each command done to another table or partition, by itself and together with all that come after it. */
export const targets: Pass = function* (sequence) {
  const { commands } = sequence;
  const { tables, partitions } = namesIn(commands);
  for (const { number, command } of numbered(commands)) {
    if (command.kind === 'createTable') continue;
    for (const [a, b] of pairsOf(tables)) {
      const by = { table: swapping(a, b) };
      yield { ...sequence, commands: withSingle(commands, number, replaced(command, by)) };
      const fromThere = mapSingles(commands, (each) =>
        each.number < number ? each.command : replaced(each.command, by),
      );
      yield { ...sequence, commands: fromThere };
    }
    for (const [a, b] of pairsOf(partitions)) {
      const by = { partition: swapping(a, b) };
      yield { ...sequence, commands: withSingle(commands, number, replaced(command, by)) };
    }
  }
};

function pairsOf(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((a, place) => names.slice(place + 1).map((b) => [a, b] as const));
}
