import type { Command } from '../../model/command.js';
import { numbered, type Numbered, type SingleCommand } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import { edited, type Edit } from './edited.js';
import type { Change } from './explanation.js';

/** The sequence with another failover. */
export interface Varied {
  readonly change: Change;
  readonly label: string;
  readonly sequence: Sequence;
}

/** Other places that are tried for one kill: those nearest to its own. */
const MOST_PLACES = 12;

type Kill = Extract<Command, { kind: 'killCapture' }>;

/** A kill of the sequence, and the start of the same capture that ends what it began. */
interface Restart {
  readonly kill: Numbered & { readonly command: Kill };
  readonly start: Numbered | undefined;
}

/**
 * The same sequence with another failover: no kill, the other signal, one capture for all, lanes one after the other, and each kill at
 * each other place where its capture is alive. Where there is nothing to change, there is no such variant. What no longer applies is
 * left out.
 */
export function variantsOf({ commands, schedule }: Sequence, captures: number): readonly Varied[] {
  const edit = (each: Edit, first?: readonly SingleCommand[]): readonly Command[] =>
    edited(commands, captures, each, first);
  const varied = (change: Change, label: string, changed: readonly Command[]): Varied => ({
    change,
    label,
    sequence: { commands: changed, schedule },
  });
  const restarts = restartsOf(commands);
  const capture = restarts[0]?.kill.command.capture ?? 0;
  const all = [
    varied({ kind: 'noKill' }, 'no kill', edit(unless(isRestart))),
    ...(['TERM', 'KILL'] as const).map((signal) =>
      varied({ kind: 'signal', signal }, `${signal} for every kill`, edit(bySignal(signal))),
    ),
    ...(captures < 2
      ? []
      : [
          varied(
            { kind: 'oneCapture', capture },
            `capture ${capture} alone`,
            edit(byOne(capture), withoutOthers(capture, captures)),
          ),
        ]),
    varied({ kind: 'inSequence' }, 'lanes one after the other', inSequence(commands)),
    ...restarts.flatMap((restart) =>
      placesFor(restart, numbered(commands)).flatMap((after) => {
        const { number } = restart.kill;
        const changed = edit(moving(restart, after), after === 0 ? both(restart) : []);
        if (restartsOf(changed).length < restarts.length) return [];
        const where = after === 0 ? 'before the first command' : `after #${after}`;
        return [varied({ kind: 'killMoved', number, after }, `kill #${number} ${where}`, changed)];
      }),
    ),
  ];
  const own = JSON.stringify(commands);
  return all.filter((each) => JSON.stringify(each.sequence.commands) !== own);
}

function restartsOf(commands: readonly Command[]): readonly Restart[] {
  const all = numbered(commands);
  return all.flatMap((each): readonly Restart[] => {
    const { command } = each;
    if (command.kind !== 'killCapture') return [];
    const isLater = ({ number, place, lane }: Numbered): boolean =>
      number > each.number && (place > each.place || lane === each.lane);
    const next = all.find(
      (other) => isLater(other) && isRestart(other) && other.command.capture === command.capture,
    );
    return [{ kill: { ...each, command }, start: next?.command.kind === 'startCapture' ? next : undefined }];
  });
}

function isRestart(
  each: Numbered,
): each is Numbered & { readonly command: Extract<Command, { kind: 'killCapture' | 'startCapture' }> } {
  return each.command.kind === 'killCapture' || each.command.kind === 'startCapture';
}

function unless(isGone: (each: Numbered) => boolean): Edit {
  return (each) => (isGone(each) ? [] : [each.command]);
}

function bySignal(signal: Kill['signal']): Edit {
  return ({ command }) => (command.kind === 'killCapture' ? [{ ...command, signal }] : [command]);
}

/** One capture that is killed whenever any is, and started again at once. It is the owner, and nothing can move elsewhere. */
function byOne(capture: number): Edit {
  return ({ command }) => {
    switch (command.kind) {
      case 'killCapture':
        return [
          { ...command, capture },
          { kind: 'startCapture', capture, delay: 0 },
        ];
      case 'startCapture':
      case 'resignOwner':
      case 'moveTable':
        return [];
      default:
        return [command];
    }
  };
}

/** The others are killed before all else, and what they leave behind is over before the first command. */
function withoutOthers(capture: number, captures: number): readonly SingleCommand[] {
  const kills: SingleCommand[] = [];
  for (let other = 0; other < captures; other++) {
    if (other !== capture) kills.push({ kind: 'killCapture', capture: other, signal: 'KILL', delay: 0 });
  }
  return [...kills, { kind: 'check' }];
}

function inSequence(commands: readonly Command[]): readonly Command[] {
  return commands.flatMap((command): readonly Command[] =>
    command.kind === 'concurrently' ? command.lanes.flatMap((lane) => lane.commands) : [command],
  );
}

function both({ kill, start }: Restart): readonly SingleCommand[] {
  return start === undefined ? [kill.command] : [kill.command, start.command];
}

function moving(restart: Restart, after: number): Edit {
  const { kill, start } = restart;
  return ({ number, command }) => {
    if (number === kill.number || number === start?.number) return [];
    return number === after ? [command, ...both(restart)] : [command];
  };
}

/** Numbers of the commands that the kill can come after, 0 for before the first; the nearest ones, in order. */
function placesFor({ kill, start }: Restart, all: readonly Numbered[]): readonly number[] {
  const others = all.filter(({ number }) => number !== kill.number && number !== start?.number);
  const distance = (place: number): number => Math.abs(place - kill.number);
  return [0, ...others.map(({ number }) => number)]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MOST_PLACES)
    .sort((a, b) => a - b);
}
