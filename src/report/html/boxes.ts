import type { RowSeen, Snapshot, TableSeen } from '../../../model/snapshot.js';
import { html, type Html } from './html.js';

/** How tables are shown. */
export interface BoxStyle {
  /** Rows of one partition that are shown, at the most; the rest is counted. */
  readonly most: number;
  /** Whether a row is one of those that are wrong in the end. */
  readonly isWrong: (row: RowSeen) => boolean;
}

/** How a row stands to the other state that its table is shown in. */
type Mark = 'gone' | 'new' | 'moved' | 'same';

const MARKS: Readonly<Record<Mark, string>> = { gone: '−', new: '+', moved: '→', same: '' };

/** One table as boxes, a partition each, that hold their rows. `other` is the same table before or after. */
export function tableBox(
  name: string,
  snapshot: Snapshot,
  other: { readonly snapshot: Snapshot; readonly comes: 'before' | 'after' },
  style: BoxStyle,
): Html {
  const table = snapshot[name];
  if (table === undefined) return html`<div class="table none"><b>${name}</b> does not exist</div> `;
  const others = other.snapshot[name]?.rows ?? [];
  const mark = (row: RowSeen): Mark => markOf(row, others, other.comes);
  const partitions = table.partitions ?? [{ name: null, lessThan: null }];
  return html`<div class="table">
    <b>${name}</b>${definition(table)}
    ${partitions.map((partition) => {
      const rows = table.rows.filter((row) => row.partition === partition.name);
      const title =
        partition.name === null ? null : html`<i>${partition.name} &lt; ${String(partition.lessThan)}</i>`;
      return html`<div class="partition">${title}${rowList(rows, mark, style)}</div> `;
    })}
  </div> `;
}

function definition({ columns, indexes }: TableSeen): Html {
  const more = [
    ...columns.map((column) => `${column.name}=${column.default}`),
    ...indexes.map((index) => `index ${index.name}(${index.column})`),
  ];
  return html`${more.length === 0 ? null : ` ${more.join(', ')}`}`;
}

function rowList(rows: readonly RowSeen[], mark: (row: RowSeen) => Mark, { most, isWrong }: BoxStyle): Html {
  const first = (row: RowSeen): number => (isWrong(row) ? 0 : mark(row) === 'same' ? 2 : 1);
  const shown = new Set(rows.toSorted((a, b) => first(a) - first(b)).slice(0, most));
  const left = rows.length - shown.size;
  if (rows.length === 0) return html` <span class="empty">empty</span>`;
  return html`<ul>
    ${rows
      .filter((row) => shown.has(row))
      .map((row) => {
        const kind = mark(row);
        const classes = isWrong(row) ? `${kind} wrong` : kind;
        return html`<li class="${classes}">${MARKS[kind]}${row.id} ${rowText(row)}</li>`;
      })}
    ${left === 0 ? null : html`<li class="more">${left} more</li>`}
  </ul>`;
}

/** The values of a row beside its id. */
export function rowText({ data, extra }: RowSeen): string {
  return [data ?? 'NULL', ...extra.map((value) => String(value ?? 'NULL'))].join(',');
}

function markOf(row: RowSeen, others: readonly RowSeen[], comes: 'before' | 'after'): Mark {
  const same = others.find((each) => each.id === row.id && each.data === row.data);
  if (same === undefined) return comes === 'before' ? 'new' : 'gone';
  return same.partition === row.partition ? 'same' : 'moved';
}
