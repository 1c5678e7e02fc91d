import type { Clause } from './cause.js';
import type { Commands } from './commands.js';
import type { Removal, RowStory } from './explanation.js';
import { reproductionText } from '../report/reproductionText.js';
import { listed } from './phrases.js';

/** More commands than this are not named. */
const MOST = 4;

/**
 * The commands without which it does not happen, as the end of a sentence: those without which it was never seen in `enough` runs. Null
 * where there are none beside those that the sentence has `named`. That a table must be there and its wrong rows written says nothing.
 */
export function needless(
  removals: readonly Removal[],
  enough: number,
  named: readonly number[],
  stories: readonly RowStory[],
  commands: Commands,
): Clause | null {
  const needed = removals.filter(
    ({ number, tally }) =>
      tally.failed === 0 &&
      tally.runs >= enough &&
      !named.includes(number) &&
      !stories.some(({ writer }) => writer?.command === number) &&
      !isFirstOfTable(number, commands),
  );
  if (needed.length === 0 || needed.length > MOST) return null;
  const names = needed.map(({ number }) => commands.name(number));
  const fewest = needed.map(({ tally }) => tally).reduce((a, b) => (a.runs < b.runs ? a : b));
  const often = fewest.runs === 1 ? '' : ` (${reproductionText(fewest)})`;
  return {
    text: `without ${listed(names, 'or')} it does not happen${often}`,
    commands: needed.map(({ number }) => number),
  };
}

function isFirstOfTable(number: number, commands: Commands): boolean {
  const command = commands.of(number);
  if (command?.kind !== 'createTable') return false;
  return commands.all.every(
    (each) =>
      each.number >= number || each.command.kind !== 'createTable' || each.command.table !== command.table,
  );
}
