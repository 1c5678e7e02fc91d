import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { UsageError } from '../cluster/cluster.js';
import { makeFolder } from '../process/makeFolder.js';
import { sequenceSchema } from '../report/commandSchema.js';
import type { Kept } from './messages.js';
import { jsonIn, writeWhole } from './wholeFile.js';

/** Version of the files' format. */
const VERSION = 1;

/** A sequence that covered something new when it ran. */
export interface CorpusEntry extends Kept {
  /** The run in which it did. */
  readonly from: { readonly seed: number; readonly run: number };
}

/** An entry as it stands in a corpus. */
export interface StoredEntry extends CorpusEntry {
  readonly file: string;
}

const schema = v.strictObject({
  format: v.literal('cdcheck corpus entry'),
  version: v.literal(VERSION),
  from: v.strictObject({ seed: v.number(), run: v.number() }),
  features: v.array(v.string()),
  sequence: sequenceSchema,
});

/** The name of an entry's file, which its sequence gives it: the same sequence is never there twice. */
function entryName({ sequence }: Kept): string {
  const hash = createHash('sha256').update(JSON.stringify(sequence, inOrder)).digest('hex');
  return `${hash.slice(0, 16)}.json`;
}

/** Fields in the order of their names, since files are read in another one than they are written. */
function inOrder(_: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

/** Writes an entry into a corpus: a folder of small files, which can be kept with a project. */
export function writeEntry(folder: string, entry: CorpusEntry): void {
  makeFolder(folder);
  const { from, features, sequence } = entry;
  const value = { format: 'cdcheck corpus entry', version: VERSION, from, features, sequence };
  writeWhole(join(folder, entryName(entry)), `${JSON.stringify(value, null, 1)}\n`);
}

/** The files of a corpus, in the order of their names; none where there is no such folder. */
function entryFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** Everything in a corpus, in the order in which it was found. Throws UsageError for a file that is no entry. */
export function readCorpus(folder: string): readonly StoredEntry[] {
  return entryFiles(folder)
    .map(readEntry)
    .sort((a, b) => a.from.seed - b.from.seed || a.from.run - b.from.run);
}

function readEntry(file: string): StoredEntry {
  const found = v.safeParse(schema, jsonIn(file));
  if (!found.success) {
    throw new UsageError(
      `${file} is not an entry of a corpus that this cdcheck can read: remove it, or give another folder`,
    );
  }
  const { from, features, sequence } = found.output;
  return { file, from, features, sequence };
}

/** Of these entries, each that covers something which those before it do not. */
export function adding(entries: readonly CorpusEntry[]): readonly CorpusEntry[] {
  const covered = new Set<string>();
  return entries.filter(({ features }) => {
    const isNew = features.some((feature) => !covered.has(feature));
    for (const feature of features) covered.add(feature);
    return isNew;
  });
}

/**
 * Few entries that together cover all that these do: again and again the one that covers most of what is left, the shorter one of
 * two alike, the earlier of those. Greedy, so at most a little more than the fewest possible (Chvátal, Mathematics of Operations Research, 1979).
 */
export function minimised<E extends CorpusEntry>(entries: readonly E[]): readonly E[] {
  const left = new Set(entries.flatMap(({ features }) => features));
  const chosen: E[] = [];
  while (left.size > 0) {
    let best: E | undefined;
    let most = 0;
    for (const entry of entries) {
      const brings = entry.features.filter((feature) => left.has(feature)).length;
      const length = entry.sequence.commands.length;
      const isShorter = best !== undefined && length < best.sequence.commands.length;
      if (brings > most || (brings > 0 && brings === most && isShorter)) [best, most] = [entry, brings];
    }
    if (best === undefined) break;
    chosen.push(best);
    for (const feature of best.features) left.delete(feature);
  }
  return chosen;
}
