import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { makeFolder } from '../process/makeFolder.js';
import { anomalySchema, signatureSchema } from '../report/counterexampleSchema.js';
import { sequenceSchema } from '../report/commandSchema.js';
import { jsonIn, writeWhole } from './wholeFile.js';
import type { Finding } from './messages.js';

const schema: v.GenericSchema<unknown, Finding> = v.strictObject({
  sequence: sequenceSchema,
  whole: sequenceSchema,
  signature: signatureSchema,
  anomalies: v.array(anomalySchema),
  seed: v.number(),
  run: v.number(),
  origin: v.nullable(v.strictObject({ seed: v.number(), path: v.string() })),
});

/** Keeps a finding until it has been shrunk, explained and filed, so that a process that is killed meanwhile loses none. */
export function keepPending(folder: string, finding: Finding): void {
  makeFolder(folder);
  writeWhole(join(folder, nameOf(finding)), `${JSON.stringify(finding)}\n`);
}

/** A finding is no longer pending. */
export function dropPending(folder: string, finding: Finding): void {
  rmSync(join(folder, nameOf(finding)), { force: true });
}

/** The findings that an earlier process left; one that cannot be read is dropped. */
export function readPending(folder: string): readonly Finding[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const found = v.safeParse(schema, jsonIn(join(folder, name)));
      return found.success ? [found.output] : [];
    });
}

function nameOf({ seed, run }: Finding): string {
  return `${seed}-${run}.json`;
}
