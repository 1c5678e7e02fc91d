import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { numbered } from '../../model/numbered.js';
import { signatureText, type Signature } from '../check/signature.js';
import { makeFolder } from '../process/makeFolder.js';
import { loadCounterexample } from '../report/loadCounterexample.js';
import type { Replays } from '../shrink/tries.js';

/** A signature that was found, with the folder of its best counterexample. */
export interface Filed {
  readonly signature: Signature;
  readonly text: string;
  readonly folder: string;
  readonly commands: number;
  readonly reproduction: Replays;
}

/** The counterexamples in a folder, one for each signature. Of two of one signature, which a killed process may leave, the worse one is removed. */
export function readFiled(parent: string): readonly Filed[] {
  const all = foldersIn(parent).map(filedIn);
  const best = bestOf(all);
  for (const filed of all) if (!best.includes(filed)) rmSync(filed.folder, { recursive: true });
  return best;
}

/** Of each signature the best counterexample. */
export function bestOf(all: readonly Filed[]): readonly Filed[] {
  const best = new Map<string, Filed>();
  for (const filed of all) {
    const other = best.get(filed.text);
    if (other === undefined || isBetter(filed, other)) best.set(filed.text, filed);
  }
  return [...best.values()];
}

/** The counterexample in one folder. Throws UsageError where there is none that can be read. */
export function filedIn(folder: string): Filed {
  const { signature, sequence, reproduction } = loadCounterexample(join(folder, 'counterexample.json'));
  const commands = numbered(sequence.commands).length;
  return { signature, text: signatureText(signature), folder, commands, reproduction };
}

/** Whether one counterexample is better than another: one that fails again at all, a shorter one, or one as short that fails more often. */
export function isBetter(one: Filed, other: Filed): boolean {
  if (rate(one) > 0 !== rate(other) > 0) return rate(one) > 0;
  if (one.commands !== other.commands) return one.commands < other.commands;
  return rate(one) > rate(other);
}

/**
 * Moves a counterexample's folder in among the others in one step; one of the same signature is removed after that. Returns how it
 * stands there. `name` tells it apart from all others.
 */
export function file(from: string, parent: string, name: string, replaced: Filed | null): Filed {
  makeFolder(parent);
  const to = join(parent, name);
  if (existsSync(to)) rmSync(to, { recursive: true });
  renameSync(from, to);
  if (replaced !== null && basename(replaced.folder) !== name)
    rmSync(replaced.folder, { recursive: true, force: true });
  return filedIn(to);
}

function foldersIn(parent: string): readonly string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, 'counterexample.json')))
    .sort();
}

function rate({ reproduction: { failed, runs } }: Filed): number {
  return runs === 0 ? 0 : failed / runs;
}
