import type { Command } from '../../model/command.js';
import { numbered } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import { withSingle } from './leaves.js';

/** A command that kills a capture. */
export type Kill = Command & { readonly kind: 'killCapture' };

/** Delays of kills that are tried, ms: at once, and while what came before is still under way. */
export const DELAYS: readonly number[] = [0, 20];

/** The ways to kill one of so many captures, gentle ones first. */
export function everyKill(captures: number): readonly Kill[] {
  return (['TERM', 'KILL'] as const).flatMap((signal) =>
    DELAYS.flatMap((delay) =>
      Array.from({ length: captures }, (_, capture): Kill => ({
        kind: 'killCapture',
        capture,
        signal,
        delay,
      })),
    ),
  );
}

/** The sequence with its kill done in every way; none where it has no kill or several. */
export function withEveryKill(sequence: Sequence, captures: number): readonly Sequence[] {
  const { commands } = sequence;
  const [kill, ...others] = numbered(commands).filter(({ command }) => isKill(command));
  if (kill === undefined || others.length > 0) return [];
  return everyKill(captures).map((other) => ({
    ...sequence,
    commands: withSingle(commands, kill.number, other),
  }));
}

/** Whether this command kills a capture. */
export function isKill(command: Command): command is Kill {
  return command.kind === 'killCapture';
}
