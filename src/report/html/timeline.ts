import type { Scene } from '../../explain/scene.js';
import type { CommandEntry, Trace } from '../../run/trace.js';
import { commandText } from '../describe.js';
import type { Findings } from '../findings.js';
import { outcomeText } from '../../run/outcomeText.js';

/** Something that lasted, on one row of the timeline. Times are ms since the session was opened. */
export interface Span {
  readonly row: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'ok' | 'error' | 'unknown' | 'capture' | 'check' | 'alive';
  /** Number of the command, for its label and its link; null for a capture's life. */
  readonly number: number | null;
  readonly title: string;
}

/** Something that happened at one moment. */
export interface Moment {
  readonly row: string;
  readonly at: number;
  readonly kind: 'kill' | 'executed' | 'again';
  readonly title: string;
}

/** A failing run in time: commands by lane, captures' lives, what downstream executed, and where the sides part. */
export interface Timeline {
  readonly rows: readonly string[];
  readonly spans: readonly Span[];
  readonly moments: readonly Moment[];
  readonly divergence: { readonly at: number; readonly title: string } | null;
}

/** The timeline of the run that failed. */
export function timelineOf(
  { trace, counterexample, explanation, dialect }: Findings,
  scene: Scene,
): Timeline {
  const { captures } = counterexample.cluster;
  const commands = trace.map((entry): Span => {
    const { number, start, end } = entry;
    const span = { row: 'commands', from: start, to: end, number };
    if (entry.type === 'check') {
      return { ...span, kind: 'check', title: `#${number} check: ${entry.sync.kind}, ${duration(entry)}` };
    }
    const text = commandText(dialect, number, entry.command);
    const title = `#${number} ${text}: ${outcomeText(entry.outcome)}, ${duration(entry)}`;
    return { ...span, row: rowOf(entry), kind: kindOf(entry), title };
  });
  const { lives, kills } = livesOf(trace, captures);
  const executed = executedBy(scene);
  const last = trace.findLast((entry) => entry.type === 'check');
  const known = explanation?.verdict.divergence?.at ?? null;
  const at = known ?? last?.start ?? null;
  return {
    rows: [
      ...new Set(commands.map(({ row }) => row)),
      ...Array.from({ length: captures }, (_, capture) => `capture ${capture}`),
      ...new Set(executed.map(({ row }) => row)),
    ],
    spans: [...commands, ...lives],
    moments: [...kills, ...executed],
    divergence:
      at === null
        ? null
        : { at, title: known === null ? 'first seen to differ by this check' : 'the sides part here' },
  };
}

/** Commands of blocks have a row for each lane. */
function rowOf({ lane }: CommandEntry): string {
  return lane === undefined ? 'commands' : `lane ${lane + 1}`;
}

function kindOf({ command, outcome }: CommandEntry): Span['kind'] {
  return 'capture' in command ? 'capture' : outcome.kind;
}

function duration({ start, end }: { readonly start: number; readonly end: number }): string {
  return `${start.toFixed(0)}–${end.toFixed(0)} ms`;
}

/** Each capture's lives, all of which begin with the run; a check starts capture 0 where none is alive. */
function livesOf(
  trace: Trace,
  captures: number,
): { readonly lives: readonly Span[]; readonly kills: readonly Moment[] } {
  const lives: Span[] = [];
  const kills: Moment[] = [];
  const since = new Map(Array.from({ length: captures }, (_, capture) => [capture, 0]));
  const live = (capture: number, to: number, how: string): void => {
    const from = since.get(capture);
    if (from === undefined) return;
    since.delete(capture);
    const title = `capture ${capture} alive from ${from.toFixed(0)} ms on, ${how}`;
    lives.push({ row: `capture ${capture}`, from, to, kind: 'alive', number: null, title });
  };
  for (const entry of trace) {
    if (entry.type === 'check') {
      if (since.size === 0) since.set(0, entry.start);
    } else if (entry.command.kind === 'killCapture') {
      const { capture, signal } = entry.command;
      const title = `#${entry.number} ${signal} capture ${capture} at ${entry.end.toFixed(0)} ms`;
      live(capture, entry.end, `killed by #${entry.number}`);
      kills.push({ row: `capture ${capture}`, at: entry.end, kind: 'kill', title });
    } else if (entry.command.kind === 'startCapture') {
      since.set(entry.command.capture, entry.end);
    }
  }
  const end = trace.at(-1)?.end ?? 0;
  for (const capture of [...since.keys()].sort()) live(capture, end, 'to the end');
  return { lives, kills };
}

/** What the servers behind upstream executed, as far as it is known when; a change that comes again is told apart. */
function executedBy({ between, downstream }: Scene): readonly Moment[] {
  return [...between, ...(downstream === null ? [] : [downstream])].flatMap(({ server, told }) => {
    const seen = new Map<string, number>();
    return told.flatMap(({ at, position, command, change, capture }): readonly Moment[] => {
      const text = change.kind === 'ddl' ? change.statement : `${change.kind} ${change.table} ${change.id}`;
      const times = (seen.get(`${position} ${text}`) ?? 0) + 1;
      seen.set(`${position} ${text}`, times);
      if (at === null) return [];
      const by = capture === null ? '' : `, by capture ${capture}`;
      const title = `${server}: ${command === null ? '' : `#${command} `}${text}, ${at.toFixed(0)} ms${by}`;
      return [{ row: server, at, kind: times > 1 ? 'again' : 'executed', title }];
    });
  });
}
