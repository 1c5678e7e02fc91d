import type { Sync } from '../cluster.js';
import type { ChangefeedSeen } from './answers.js';
import { tsoText, type Tso } from './tso.js';

/** What is remembered of a changefeed from one look at it to the next. Times are ms on one clock. */
export interface Following {
  readonly checkpoint: Tso;
  /** When the checkpoint last moved, or was first seen. */
  readonly movedAt: number;
  /** The error that has been there since the checkpoint last moved. */
  readonly warning: { readonly code: string; readonly since: number } | null;
}

/** How long what may last: ms. */
export interface Limits {
  /** Without any movement of the checkpoint: then it is stuck. */
  readonly stuckAfter: number;
  /** With the same warning and no movement: then it has failed. TiCDC itself retries for half an hour. */
  readonly warningAfter: number;
}

/** What a look at a changefeed tells: go on looking, or how it has ended. */
export type Judgement =
  | { readonly kind: 'goOn'; readonly following: Following }
  | { readonly kind: 'reached'; readonly checkpoint: Tso }
  | Extract<Sync, { readonly kind: 'failed' | 'stuck' }>;

/**
 * Judges one look at a changefeed on its way to `target`. The checkpoint alone tells whether anything moves: a partition DDL takes
 * seconds, and its state is `normal` all the while. That it falls behind what it was is no fault: after a takeover TiCDC goes on
 * from the checkpoint that was last written down.
 */
export function judge(
  before: Following | null,
  seen: ChangefeedSeen,
  target: Tso,
  now: number,
  limits: Limits,
): Judgement {
  const { state, checkpoint_ts: checkpoint } = seen;
  const error = seen.error ?? null;
  const ended = endOf(state, error !== null);
  if (ended !== null) return failed(seen, ended);
  if (checkpoint >= target) return { kind: 'reached', checkpoint };
  if (before === null || checkpoint > before.checkpoint) {
    const warning = error === null ? null : { code: error.code, since: now };
    return { kind: 'goOn', following: { checkpoint, movedAt: now, warning } };
  }
  const warning =
    error === null || before.warning?.code === error.code ? before.warning : { code: error.code, since: now };
  if (error !== null && warning !== null && now - warning.since >= limits.warningAfter) {
    return failed(seen, `${state} for ${Math.round((now - warning.since) / 1000)} s`);
  }
  if (now - before.movedAt >= limits.stuckAfter) return stuck(target, checkpoint);
  return { kind: 'goOn', following: { ...before, warning } };
}

/** Replication that has come to a standstill; the cause is looked for in the logs. */
export function stuck(target: Tso, checkpoint: Tso): Extract<Sync, { readonly kind: 'stuck' }> {
  return { kind: 'stuck', target: tsoText(target), reached: tsoText(checkpoint) };
}

/**
 * States in which a changefeed does nothing more by itself; null for the others. One that was paused may be seen as stopped for a
 * moment after it was resumed, so that alone is no failure: if it stays so, it is stuck.
 */
function endOf(state: string, hasError: boolean): string | null {
  switch (state) {
    case 'stopped':
      return hasError ? state : null;
    case 'failed':
    case 'removed':
    case 'finished':
      return state;
    default:
      return null;
  }
}

function failed({ error, state }: ChangefeedSeen, how: string): Extract<Sync, { readonly kind: 'failed' }> {
  const message = error?.message ?? `the changefeed is ${state}`;
  const where = `changefeed (${how})`;
  const errno = Number(/\bError (\d{4}) \(/.exec(message)?.[1] ?? 0);
  return errno === 0 ? { kind: 'failed', where, message } : { kind: 'failed', where, errno, message };
}
