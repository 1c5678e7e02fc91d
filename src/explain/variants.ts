import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import { partsOf, prune, type Part } from '../shrink/prune.js';
import type { Change } from './explanation.js';

/** The sequence with another failover. */
export interface Varied {
  readonly change: Change;
  readonly label: string;
  readonly sequence: Sequence;
}

/** Other places that are tried for one kill: those nearest to its own. */
const MOST_PLACES = 12;

interface Placed extends Part {
  readonly number: number;
}

type Kill = Extract<Command, { kind: 'killCapture' }>;

/**
 * The same sequence with another failover: no kill, the other signal, one capture for all, and each kill at each other place where its
 * capture is alive.
 * Where there is nothing to change, there is no such variant. What no longer applies is left out.
 */
export function variantsOf(sequence: Sequence, captures: number): readonly Varied[] {
  const parts = partsOf(sequence.commands, captures).map((part, place) => ({ ...part, number: place + 1 }));
  const varied = (change: Change, label: string, changed: readonly Part[]): Varied => ({
    change,
    label,
    sequence: { ...sequence, commands: prune(changed, captures).map(({ command }) => command) },
  });
  const kills = parts.filter(({ command }) => command.kind === 'killCapture');
  const all = [
    ...(kills.length === 0 ? [] : [varied({ kind: 'noKill' }, 'no kill', withoutKills(parts))]),
    ...bySignal(parts).map(({ signal, changed }) =>
      varied({ kind: 'signal', signal }, `${signal} for every kill`, changed),
    ),
    ...oneCapture(parts, captures).map(({ capture, changed }) =>
      varied({ kind: 'oneCapture', capture }, `capture ${capture} alone`, changed),
    ),
    ...kills.flatMap((kill) =>
      placesFor(kill, parts).flatMap((after) => {
        const { number } = kill;
        const changed = moved(kill, after, parts);
        if (!prune(changed, captures).includes(kill)) return [];
        const where = after === 0 ? 'before the first command' : `after #${after}`;
        return [varied({ kind: 'killMoved', number, after }, `kill #${number} ${where}`, changed)];
      }),
    ),
  ];
  const own = JSON.stringify(sequence.commands);
  return all.filter((each) => JSON.stringify(each.sequence.commands) !== own);
}

function withoutKills(parts: readonly Placed[]): readonly Part[] {
  return parts.filter(({ command }) => !('capture' in command));
}

function bySignal(
  parts: readonly Placed[],
): readonly { readonly signal: Kill['signal']; readonly changed: readonly Part[] }[] {
  return (['TERM', 'KILL'] as const).flatMap((signal) => {
    const isOther = parts.some(({ command }) => command.kind === 'killCapture' && command.signal !== signal);
    if (!isOther) return [];
    const changed = parts.map((part) =>
      part.command.kind === 'killCapture' ? { ...part, command: { ...part.command, signal } } : part,
    );
    return [{ signal, changed }];
  });
}

/**
 * One capture that is killed whenever any is, and started again at once; the others are killed before all else, and what they leave
 * behind is over before the first command.
 */
function oneCapture(
  parts: readonly Placed[],
  captures: number,
): readonly { readonly capture: number; readonly changed: readonly Part[] }[] {
  if (captures < 2) return [];
  const capture =
    parts.map(({ command }) => command).find((command) => command.kind === 'killCapture')?.capture ?? 0;
  const applied = (command: Command): Part => ({ command, applied: true });
  const others = Array.from({ length: captures }, (_, other) => other)
    .filter((other) => other !== capture)
    .map((other) => applied({ kind: 'killCapture', capture: other, signal: 'KILL', delay: 0 }));
  const rest = parts.flatMap((part): readonly Part[] => {
    if (part.command.kind === 'startCapture') return [];
    if (part.command.kind !== 'killCapture') return [part];
    return [applied({ ...part.command, capture }), applied({ kind: 'startCapture', capture, delay: 0 })];
  });
  return [{ capture, changed: [...others, applied({ kind: 'check' }), ...rest] }];
}

/** The start of the capture that was killed, if it comes before another kill of it. */
function startAfter(kill: Placed, parts: readonly Placed[]): Placed | undefined {
  if (!('capture' in kill.command)) return undefined;
  const { capture } = kill.command;
  const next = parts.find(
    ({ command, number }) => number > kill.number && 'capture' in command && command.capture === capture,
  );
  return next?.command.kind === 'startCapture' ? next : undefined;
}

/** Numbers of the commands that the kill can come after, 0 for before the first; the nearest ones, in order. */
function placesFor(kill: Placed, parts: readonly Placed[]): readonly number[] {
  const start = startAfter(kill, parts);
  const places = [0, ...parts.filter((part) => part !== kill && part !== start).map(({ number }) => number)];
  const isOwn = (place: number): boolean => place === (places.findLast((each) => each < kill.number) ?? 0);
  const distance = (place: number): number => Math.abs(place - kill.number);
  return places
    .filter((place) => !isOwn(place) || start !== undefined)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MOST_PLACES)
    .sort((a, b) => a - b);
}

function moved(kill: Placed, after: number, parts: readonly Placed[]): readonly Part[] {
  const start = startAfter(kill, parts);
  const both = start === undefined ? [kill] : [kill, start];
  const rest = parts.filter((part) => !both.includes(part));
  const place = rest.findIndex(({ number }) => number > after);
  const at = place < 0 ? rest.length : place;
  return [...rest.slice(0, at), ...both, ...rest.slice(at)];
}
