import { numbered } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import type { Explanation, RowStory, Tally, Way } from '../explain/explanation.js';
import type { Dialect } from '../sql/dialect.js';
import { commandText } from './describe.js';
import { reproductionText } from './reproductionText.js';

/** One line of the table of explanations: what was changed, how often it then failed, and what was seen. */
export interface ExplainedLine {
  readonly what: string;
  readonly fails: string;
  readonly seen: string;
}

/** The sequence unchanged, without each of its commands, and with another failover. */
export function explainedLines(
  { unchanged, needed, failover }: Explanation,
  { commands }: Sequence,
  dialect: Dialect,
): readonly ExplainedLine[] {
  const all = numbered(commands);
  const removals = needed.map(({ number, pruned, tally }) => {
    const found = all.find((each) => each.number === number);
    const text = found === undefined ? '' : ` ${commandText(dialect, number, found.command)}`;
    const also = pruned.length === 0 ? '' : `, and so without ${pruned.map((each) => `#${each}`).join(', ')}`;
    return lineOf(`without #${number}${text}${also}`, tally);
  });
  return [
    lineOf('unchanged', unchanged),
    ...removals,
    ...failover.map(({ label, tally }) => lineOf(label, tally)),
  ];
}

function lineOf(what: string, { runs, failed, ways }: Tally): ExplainedLine {
  if (runs === 0) return { what, fails: 'not tried', seen: '' };
  return {
    what,
    fails: reproductionText({ failed, runs }),
    seen: ways.map(wayText).join('; ') || 'nothing wrong',
  };
}

function wayText({ signature, detail, isSame, runs }: Way): string {
  return isSame ? `the same (${runs}×)` : `${signature} (${runs}×): ${detail}`;
}

/** Which rows a story is of: `lostRows: rows 1–3 of t6, written by #2 (c2.1)`. */
export function storyTitle({ anomaly, table, from, to, count, writer }: RowStory): string {
  const rows = count === 1 ? `row ${from}` : `rows ${from}–${to}`;
  const by = writer === null ? '' : `, written by #${writer.command} (${writer.token})`;
  return `${anomaly}: ${rows} of ${table}${by}`;
}

/** What one side did to a row, one moment a line. */
export function momentLines(moments: RowStory['upstream']): readonly string[] {
  return moments.map(({ command, position, at, capture, text }) => {
    const where = [
      ...(command === null ? [] : [`#${command}`]),
      ...(position === null ? [] : [position]),
      ...(capture === null ? [] : [`capture ${capture}`]),
      ...(at === null ? [] : [`${at.toFixed(0)} ms`]),
    ];
    return where.length === 0 ? text : `${text} (${where.join(', ')})`;
  });
}
