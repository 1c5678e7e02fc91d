import type { Anomaly } from '../check/anomaly.js';

/** More ids than this are told by how many there are. */
const MOST_IDS = 6;

/** Rows by their ids: `row 1`, `rows 1–3`, `rows 1, 4–6 and 9`, `12 rows between 1 and 40`. */
export function rowsText(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === id) last[1] = id;
    else ranges.push([id, id]);
  }
  if (ranges.length > MOST_IDS) return `${ids.length} rows between ${ids[0] ?? 0} and ${ids.at(-1) ?? 0}`;
  const texts = ranges.flatMap(([from, to]) => {
    if (from === to) return [String(from)];
    return from + 1 === to ? [String(from), String(to)] : [`${from}–${to}`];
  });
  return `${ids.length === 1 ? 'row' : 'rows'} ${listed(texts, 'and')}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(texts: readonly string[], word: 'and' | 'or'): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1) ?? ''}`;
}

/** What is wrong with the rows or definition of a table: `rows 1–3 of t6 are in n2 downstream`. */
export function wrongText({ kind, table, detail, rows }: Anomaly): string {
  const name = table ?? '';
  if (kind === 'schemaDiffers') return `${name} has another definition downstream`;
  const [count, ...rest] = detail.split(` of ${name} `);
  if (rows.length === 0 || count === undefined || rest.length === 0) return detail;
  const ids = rows.map(({ id }) => id);
  const isOne = ids.length === 1;
  const state = rest.join(` of ${name} `);
  const verb = state.startsWith('with ') ? (isOne ? 'has' : 'have') : isOne ? 'is' : 'are';
  return `${rowsText(ids)} of ${name} ${verb} ${state.replace(/^with /, '')}`;
}
