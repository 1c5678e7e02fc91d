import * as v from 'valibot';
import { tso } from './answers.js';
import { parseJson } from './json.js';
import type { Tso } from './tso.js';

/** One committed version of a row, as TiKV keeps it. */
export interface RowVersion {
  readonly startTs: Tso;
  readonly commitTs: Tso;
  /** The `data` column: whose token it is; null where it cannot be told, or the version removes the row. */
  readonly data: string | null;
}

/** The id of the `data` column: the second one of every table. */
const DATA_COLUMN = 2;

/** First byte of a row in TiDB's second format (pkg/util/rowcodec); bit 0 of the second one: wide ids and offsets. */
const FORMAT = 128;

const answer = v.object({
  value: v.object({
    info: v.object({
      writes: v.optional(
        v.array(v.object({ start_ts: tso, commit_ts: tso, short_value: v.optional(v.string()) })),
        [],
      ),
    }),
  }),
});

/**
 * The versions of one row in what TiDB's status port answers to `/mvcc/key/{db}/{table}({partition})/{id}`, the oldest first.
 * Throws where the text is of another shape.
 */
export function rowVersions(text: string): readonly RowVersion[] {
  return v
    .parse(answer, parseJson(text))
    .value.info.writes.map(({ start_ts, commit_ts, short_value }) => ({
      startTs: start_ts,
      commitTs: commit_ts,
      data: short_value === undefined ? null : dataOf(Buffer.from(short_value, 'base64')),
    }))
    .sort((a, b) => (a.commitTs < b.commitTs ? -1 : 1));
}

/** Format, flags, counts of columns with and without value, their ids, the ends of their values, the values. */
function dataOf(row: Buffer): string | null {
  if (row.length < 6 || row[0] !== FORMAT || row[1] !== 0) return null;
  const [present, absent] = [row.readUInt16LE(2), row.readUInt16LE(4)];
  const place = row.subarray(6, 6 + present).indexOf(DATA_COLUMN);
  const ends = 6 + present + absent;
  const values = ends + 2 * present;
  if (place < 0 || row.length < values) return null;
  const start = place === 0 ? 0 : row.readUInt16LE(ends + 2 * (place - 1));
  return row.toString('utf8', values + start, values + row.readUInt16LE(ends + 2 * place));
}
