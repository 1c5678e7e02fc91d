import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import * as v from 'valibot';
import { UsageError } from '../cluster/cluster.js';
import { COUNTEREXAMPLE_VERSION, type Counterexample } from './counterexample.js';
import { counterexampleSchema } from './counterexampleSchema.js';

/** Reads a saved counterexample. Throws UsageError with one clear line where the file is not one that this version can use. */
export function loadCounterexample(file: string): Counterexample {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'), withHome);
  } catch (error) {
    throw new UsageError(`${file} is not a counterexample: ${firstLine((error as Error).message)}`);
  }
  const { format, version } = v.is(v.looseObject({ format: v.unknown(), version: v.unknown() }), value)
    ? value
    : { format: undefined, version: undefined };
  if (format !== 'cdcheck counterexample') {
    throw new UsageError(
      `${file} is not a counterexample: give a counterexample.json that cdcheck has written`,
    );
  }
  if (version !== COUNTEREXAMPLE_VERSION) {
    throw new UsageError(
      `${file} has format version ${String(version)}, this cdcheck reads version ${COUNTEREXAMPLE_VERSION}: use the cdcheck that wrote it`,
    );
  }
  const parsed = v.safeParse(counterexampleSchema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new UsageError(`${file} is damaged at '${v.getDotPath(issue) ?? ''}': ${firstLine(issue.message)}`);
}

/** Paths are kept without the home folder of who found it: `~` is that of who reads it. */
function withHome(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^~(?=\/)/, homedir()) : value;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
