import { existsSync } from 'node:fs';
import * as v from 'valibot';
import { UsageError } from '../cluster/cluster.js';
import { jsonIn, writeWhole } from './wholeFile.js';

/** What a folder is the search of. */
export interface SearchIdentity {
  readonly cluster: string;
  readonly workload: string;
  readonly guided: boolean;
  readonly seed: number;
}

const schema = v.strictObject({
  format: v.literal('cdcheck fuzz'),
  version: v.literal(1),
  cluster: v.string(),
  workload: v.string(),
  guided: v.boolean(),
  seed: v.number(),
});

/** What a folder is the search of; null where it is none yet. Throws UsageError where the file is damaged. */
export function readIdentity(file: string): SearchIdentity | null {
  if (!existsSync(file)) return null;
  const found = v.safeParse(schema, jsonIn(file));
  if (!found.success) throw new UsageError(`${file} is damaged: remove it, or choose another --out`);
  const { cluster, workload, guided, seed } = found.output;
  return { cluster, workload, guided, seed };
}

/** Says what a folder is the search of. */
export function writeIdentity(file: string, identity: SearchIdentity): void {
  writeWhole(file, `${JSON.stringify({ format: 'cdcheck fuzz', version: 1, ...identity }, null, 2)}\n`);
}

/** Throws UsageError where a folder is the search of something else: what it has covered would say nothing there. */
export function refuseOther(folder: string, found: SearchIdentity, wanted: SearchIdentity): void {
  for (const key of ['cluster', 'workload', 'guided'] as const) {
    if (found[key] === wanted[key]) continue;
    throw new UsageError(
      `${folder} holds a search with ${key} ${String(found[key])}, not ${String(wanted[key])}: choose another --out`,
    );
  }
}
