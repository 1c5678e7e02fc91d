import type { Signature } from '../check/signature.js';
import { signatureText } from '../check/signature.js';
import { noStatistics, type Statistics } from '../search/statistics.js';
import type { Parts } from './messages.js';
import { compact, withNumber, type Progression } from './progression.js';
import { runsOf } from './strands.js';

/** Version of the format: a state of another one is refused. */
export const STATE_VERSION = 1;

/** A way in which runs failed, as they showed it: before shrinking, so with more kinds of commands than it needs. */
export interface Seen {
  readonly signature: Signature;
  readonly count: number;
  /** The first run that showed it: the lowest number, which need not be the first in time. */
  readonly first: { readonly seed: number; readonly run: number };
  /** ISO 8601. */
  readonly at: string;
  /** The signature that shrinking led to, as text; null where that is not known or plain. */
  readonly as: string | null;
}

/** How far a search was at one moment, for the curves. */
export interface Point {
  /** Time spent searching: s. */
  readonly seconds: number;
  readonly runs: number;
  readonly commands: number;
  readonly features: number;
  readonly failures: number;
  readonly signatures: number;
}

/** Which strands of a seed were carried out. */
export interface Strands {
  /** Their numbers. */
  readonly done: readonly Progression[];
  /** The number of the next run of each one that is not done. */
  readonly begun: Readonly<Record<string, number>>;
}

/** Everything that is known of a search but its corpus and its counterexamples, which are folders of files. */
export interface FuzzState {
  /** Of the runs of strands; replays and shrinking are not among them. */
  readonly statistics: Statistics;
  /** Time spent searching: s. */
  readonly seconds: number;
  /** Time that the parts of runs took, all workers together: ms. */
  readonly parts: Parts;
  /** The strands that were begun, by seed. */
  readonly strands: Readonly<Record<string, Strands>>;
  /** By the signature's text. */
  readonly seen: Readonly<Record<string, Seen>>;
  readonly features: ReadonlySet<string>;
  readonly curve: readonly Point[];
}

/** Before the first run. */
export const newState: FuzzState = {
  statistics: noStatistics,
  seconds: 0,
  parts: { drawing: 0, commands: 0, checks: 0, sessions: 0 },
  strands: {},
  seen: {},
  features: new Set(),
  curve: [],
};

/** The strands of a seed; none where it is new. */
export function strandsOf(state: FuzzState, seed: number): Strands {
  return state.strands[seed] ?? { done: [], begun: {} };
}

/** How far a search is. */
export function pointOf({ statistics, features }: FuzzState, seconds: number, signatures: number): Point {
  const { runs, commands, failures } = statistics;
  return { seconds: Math.round(seconds), runs, commands, features: features.size, failures, signatures };
}

/** What changes a state. */
export type Event =
  | {
      readonly type: 'ran';
      readonly seed: number;
      readonly strand: number;
      readonly run: number;
      readonly statistics: Statistics;
      readonly parts: Parts;
      /** What it covered that nothing had before. */
      readonly features: readonly string[];
      readonly signature: Signature | null;
      readonly at: string;
    }
  /** What failed in the one way was shrunk to the other. */
  | { readonly type: 'became'; readonly signature: Signature; readonly as: string }
  | { readonly type: 'point'; readonly point: Point };

/** Points that are kept of the curves; where there are more, every other one of the older half is left out. */
const POINTS = 400;

/** The state after an event. */
export function after(state: FuzzState, event: Event): FuzzState {
  switch (event.type) {
    case 'ran': {
      const { seed, strand, run, signature } = event;
      const features = new Set(state.features);
      for (const feature of event.features) features.add(feature);
      return {
        ...state,
        statistics: addedStatistics(state.statistics, event.statistics),
        parts: addedParts(state.parts, event.parts),
        strands: { ...state.strands, [seed]: withRun(strandsOf(state, seed), strand, run) },
        features: event.features.length === 0 ? state.features : features,
        seen:
          signature === null
            ? state.seen
            : withSeen(state.seen, { signature, count: 1, first: { seed, run }, at: event.at, as: null }),
      };
    }
    case 'became': {
      const text = signatureText(event.signature);
      const seen = state.seen[text];
      if (seen === undefined) return state;
      return { ...state, seen: { ...state.seen, [text]: { ...seen, as: event.as } } };
    }
    case 'point':
      return { ...state, seconds: event.point.seconds, curve: thinned([...state.curve, event.point]) };
  }
}

/** Two states as one. Strands, counts, and what was covered are those of one search that did the runs of both; no run may be in both. */
export function merged(a: FuzzState, b: FuzzState): FuzzState {
  return {
    statistics: addedStatistics(a.statistics, b.statistics),
    seconds: a.seconds + b.seconds,
    parts: addedParts(a.parts, b.parts),
    strands: sorted(
      Object.fromEntries(
        Object.keys({ ...a.strands, ...b.strands }).map((seed) => [
          seed,
          bothStrands(strandsOf(a, Number(seed)), strandsOf(b, Number(seed))),
        ]),
      ),
    ),
    seen: sorted(Object.values(b.seen).reduce(withSeen, a.seen)),
    features: new Set([...a.features, ...b.features].sort()),
    curve: [],
  };
}

function withRun({ done, begun }: Strands, strand: number, run: number): Strands {
  if (run + 1 < runsOf(strand, Infinity).end) return { done, begun: { ...begun, [strand]: run + 1 } };
  const rest = Object.entries(begun).filter(([each]) => Number(each) !== strand);
  return { done: withNumber(done, strand), begun: Object.fromEntries(rest) };
}

function bothStrands(a: Strands, b: Strands): Strands {
  return { done: compact([...a.done, ...b.done]), begun: sorted({ ...a.begun, ...b.begun }) };
}

function withSeen(seen: FuzzState['seen'], one: Seen): FuzzState['seen'] {
  const text = signatureText(one.signature);
  const known = seen[text];
  if (known === undefined) return { ...seen, [text]: one };
  const isBefore =
    one.first.seed === known.first.seed ? one.first.run < known.first.run : one.first.seed < known.first.seed;
  const first = isBefore ? one.first : known.first;
  const at = one.at < known.at ? one.at : known.at;
  const both = { ...known, count: known.count + one.count, first, at, as: known.as ?? one.as };
  return { ...seen, [text]: both };
}

function addedStatistics(a: Statistics, b: Statistics): Statistics {
  return {
    runs: a.runs + b.runs,
    commands: a.commands + b.commands,
    kills: a.kills + b.kills,
    failures: a.failures + b.failures,
    inconclusive: a.inconclusive + b.inconclusive,
  };
}

function addedParts(a: Parts, b: Parts): Parts {
  return {
    drawing: a.drawing + b.drawing,
    commands: a.commands + b.commands,
    checks: a.checks + b.checks,
    sessions: a.sessions + b.sessions,
  };
}

function thinned(curve: readonly Point[]): readonly Point[] {
  if (curve.length <= POINTS) return curve;
  return curve.filter((_, place) => place % 2 === 0 || place >= POINTS / 2);
}

function sorted<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
