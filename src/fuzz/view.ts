import type { FuzzView } from './fuzz.js';
import type { Filed } from './filed.js';
import type { FuzzFolder } from './fuzzFolder.js';
import type { FuzzState } from './state.js';
import { parts } from './messages.js';
import { reproductionText } from '../report/reproductionText.js';

/** Signatures that a terminal shows. */
const SHOWN = 8;

/** Hours, minutes and seconds: `3661000` is `1:01:01`. */
export function hours(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** How a search stands in one line. */
export function viewLine(folder: FuzzFolder, view: FuzzView): string {
  const { statistics, features } = folder.state;
  const { failures } = statistics;
  return [
    `${timeText(view)}: ${runsText(folder, view)}`,
    `${features.size} features covered`,
    `${failures} ${failures === 1 ? 'failure' : 'failures'} of ${folder.filed.length} signatures, ${view.fresh.length} new`,
  ].join(', ');
}

/** How a search stands, for a terminal: time, rates, coverage, where time goes, failures by signature, workers. */
export function viewLines(folder: FuzzFolder, view: FuzzView): readonly string[] {
  const { state } = folder;
  const counts = folder.counts();
  const grown = grownSince(folder, 600);
  return [
    `time       ${timeText(view)}`,
    `runs       ${runsText(folder, view)}`,
    `coverage   ${state.features.size} features${grown === null ? '' : `, ${grown} of them in the last 10 minutes`}`,
    `time goes  ${slowest(folder)}`,
    `failures   ${state.statistics.failures} of ${folder.filed.length} signatures, ${view.fresh.length} new`,
    ...counts.slice(0, SHOWN).map(({ text, count, filed }) => {
      const how = filed === null ? 'known' : filedText(filed);
      return `  ${String(count).padStart(7)} × ${text}: ${how}${view.fresh.includes(text) ? ', new' : ''}`;
    }),
    ...(counts.length > SHOWN ? [`  … and ${counts.length - SHOWN} more`] : []),
    ...view.workers.map((doing, place) => `worker ${place}   ${doing}`),
  ];
}

/** What there was in all, for the end. */
export function totalLines(folder: FuzzFolder, view: Pick<FuzzView, 'fresh'>): readonly string[] {
  return [
    ...folder.counts().map(({ text, count, filed }) => {
      const how = filed === null ? 'known' : `${filedText(filed)}; ${filed.folder}`;
      return `${count.toLocaleString('en')} × ${text}${view.fresh.includes(text) ? ' (new)' : ''}: ${how}`;
    }),
    statisticsText(folder.state),
  ];
}

/** What is told of a counterexample. */
export function filedText({ commands, reproduction }: Filed): string {
  return `${commands} commands, fails ${reproductionText(reproduction)}`;
}

/** What was run in all. */
export function statisticsText({ statistics, seconds, features }: FuzzState): string {
  const { runs, commands, kills, failures, inconclusive } = statistics;
  const n = (number: number): string => number.toLocaleString('en');
  return (
    `${n(runs)} runs${inconclusive === 0 ? '' : ` (${n(inconclusive)} inconclusive)`}, ${n(commands)} commands, ${n(kills)} kills, ` +
    `${n(failures)} failures, ${n(features.size)} features covered in ${hours(seconds * 1000)}`
  );
}

/** The parts of a run by the time that they take. */
export function slowest({ state }: FuzzFolder): string {
  const all = parts.reduce((sum, part) => sum + state.parts[part], 0);
  return [...parts]
    .sort((a, b) => state.parts[b] - state.parts[a])
    .map((part) => `${part} ${all === 0 ? 0 : Math.round((100 * state.parts[part]) / all)} %`)
    .join(', ');
}

function timeText({ elapsed, limit }: FuzzView): string {
  return limit === null ? hours(elapsed) : `${hours(elapsed)} of ${hours(limit)}`;
}

function runsText({ state }: FuzzFolder, { elapsed, runs }: FuzzView): string {
  const { statistics } = state;
  const minutes = elapsed / 60_000;
  const perMinute = minutes > 0 ? runs / minutes : 0;
  const perRun = statistics.runs === 0 ? 0 : statistics.commands / statistics.runs;
  const n = (number: number): string => number.toLocaleString('en');
  return [
    `${n(statistics.runs)} runs (${perMinute.toFixed(perMinute < 10 ? 1 : 0)} a minute)`,
    `${n(statistics.commands)} commands (${((perMinute * perRun) / 60).toFixed(1)} a second)`,
    `${n(statistics.kills)} kills`,
    ...(statistics.inconclusive === 0 ? [] : [`${n(statistics.inconclusive)} inconclusive`]),
  ].join(', ');
}

function grownSince({ state }: FuzzFolder, seconds: number): number | null {
  const now = state.curve.at(-1)?.seconds ?? 0;
  const then = state.curve.findLast((point) => point.seconds <= now - seconds);
  return then === undefined ? null : state.features.size - then.features;
}
