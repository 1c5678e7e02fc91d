import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

import { UsageError } from '../cluster/cluster.js';
import { signatureSchema } from '../report/counterexampleSchema.js';
import { jsonIn, writeWhole } from './wholeFile.js';
import { after, newState, STATE_VERSION, type Event, type FuzzState } from './state.js';

/*
 * `state.json` is the state at some moment, and the journal that it names holds what came after that, an event a line. Where the process is
 * killed at any moment, the next one reads the same: the state file is put in place whole, a journal that no state names is
 * left over from before, and a last line that is not whole is an event that had not happened yet.
 */

/** Events in a journal until the state is written anew. */
const EVENTS = 2_000;

const FILE = 'state.json';

const count = v.number();
const statistics = v.strictObject({
  runs: count,
  commands: count,
  kills: count,
  failures: count,
  inconclusive: count,
});
const parts = v.strictObject({ drawing: count, commands: count, checks: count, sessions: count });

const point = v.strictObject({
  seconds: count,
  runs: count,
  commands: count,
  features: count,
  failures: count,
  signatures: count,
});
const strands = v.strictObject({
  done: v.array(v.tuple([count, count, count])),
  begun: v.record(v.string(), count),
});
const seen = v.strictObject({
  signature: signatureSchema,
  count,
  first: v.strictObject({ seed: count, run: count }),
  at: v.string(),
  as: v.nullable(v.string()),
});

const stateSchema = v.strictObject({
  format: v.literal('cdcheck fuzz state'),
  version: v.literal(STATE_VERSION),
  journal: count,
  statistics,
  seconds: count,
  parts,
  strands: v.record(v.string(), strands),
  seen: v.record(v.string(), seen),
  features: v.array(v.string()),
  curve: v.array(point),
});

const eventSchema: v.GenericSchema<unknown, Event> = v.variant('type', [
  v.strictObject({
    type: v.literal('ran'),
    seed: count,
    strand: count,
    run: count,
    statistics,
    parts,
    features: v.array(v.string()),
    signature: v.nullable(signatureSchema),
    at: v.string(),
  }),
  v.strictObject({ type: v.literal('became'), signature: signatureSchema, as: v.string() }),
  v.strictObject({ type: v.literal('point'), point }),
]);

/** The state of a search as it stands in its folder. */
export class StateFolder {
  readonly #folder: string;
  #state: FuzzState;
  #journal: number;
  #events = 0;

  /** Reads what is in the folder; a new state where there is none. Throws UsageError where that is damaged or of another version. */
  constructor(folder: string) {
    this.#folder = folder;
    const { state, journal } = readState(join(folder, FILE));
    this.#state = state;
    this.#journal = journal;
    for (const event of readJournal(this.#journalFile)) {
      this.#state = after(this.#state, event);
      this.#events += 1;
    }
  }

  get state(): FuzzState {
    return this.#state;
  }

  /** Takes up an event and keeps it. Throws the system's error where it cannot be kept. */
  add(event: Event): void {
    appendFileSync(this.#journalFile, `${JSON.stringify(event)}\n`);
    this.#state = after(this.#state, event);
    this.#events += 1;
    if (this.#events >= EVENTS) this.save();
  }

  /** Writes the state anew and begins a new journal. */
  save(): void {
    const old = this.#journal;
    writeState(this.#folder, this.#state, old + 1);
    this.#journal = old + 1;
    this.#events = 0;
    for (const name of readdirSync(this.#folder)) {
      if (/^journal\.\d+\.jsonl$/.test(name) && name !== journalName(this.#journal))
        rmSync(join(this.#folder, name));
    }
  }

  get #journalFile(): string {
    return join(this.#folder, journalName(this.#journal));
  }
}

/** Writes a state into a folder that has none yet. */
export function writeState(folder: string, state: FuzzState, journal = 0): void {
  const { features, ...rest } = state;
  const value = {
    format: 'cdcheck fuzz state',
    version: STATE_VERSION,
    journal,
    ...rest,
    features: [...features],
  };
  writeWhole(join(folder, FILE), `${JSON.stringify(value)}\n`);
}

function journalName(journal: number): string {
  return `journal.${journal}.jsonl`;
}

function readState(file: string): { readonly state: FuzzState; readonly journal: number } {
  if (!existsSync(file)) return { state: newState, journal: 0 };
  const found = v.safeParse(stateSchema, jsonIn(file));
  if (!found.success) {
    const [issue] = found.issues;
    const place = v.getDotPath(issue) ?? '';
    throw new UsageError(
      `${file} is not a state that this cdcheck can read ('${place}': ${issue.message}): choose another --out, or the cdcheck that wrote it`,
    );
  }
  const { journal, features, statistics, seconds, parts, strands, seen, curve } = found.output;
  const state = { statistics, seconds, parts, strands, seen, curve, features: new Set(features) };
  return { state, journal };
}

/** The whole lines of a journal. What a killed process left of a last one is cut off, so that the next line begins a new one. */
function readJournal(file: string): readonly Event[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf('\n') + 1;
  if (whole < bytes.length) truncateSync(file, whole);
  return bytes
    .toString('utf8', 0, whole)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, place) => {
      const event = v.safeParse(eventSchema, parsed(line));
      if (event.success) return event.output;
      throw new UsageError(`${file}, line ${place + 1} is damaged: remove it to go on without what it holds`);
    });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
