import { apply, expectation } from '../../model/apply.js';
import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import { emptyState } from '../../model/state.js';

/** A command of the sequence that is being shrunk, and whether it applied there. One that did not is there to fail. */
export interface Part {
  readonly command: Command;
  readonly applied: boolean;
}

/** The commands with, for each, whether it applies when all of them run in this order. */
export function partsOf(commands: readonly Command[], captures: number): readonly Part[] {
  let state = emptyState(captures);
  return commands.map((command, place) => {
    const applied = expectation(state, command).kind !== 'error';
    if (applied) state = apply(state, command, place + 1);
    return { command, applied };
  });
}

/** How many of the commands do not apply. A simplification may not add to them. */
export function failures(commands: readonly Command[], captures: number): number {
  return partsOf(commands, captures).filter(({ applied }) => !applied).length;
}

/**
 * What is left of these parts once the commands that applied and no longer do are dropped: what they needed is
 * gone, so running them could tell nothing. A command that is there to fail stays, whatever becomes of it.
 */
export function prune<P extends Part>(parts: readonly P[], captures: number): readonly P[] {
  let state = emptyState(captures);
  const kept: P[] = [];
  for (const part of parts) {
    const applies = expectation(state, part.command).kind !== 'error';
    if (!applies && part.applied) continue;
    kept.push(part);
    if (applies) state = apply(state, part.command, kept.length);
  }
  return kept;
}

/** The sequence without each of its commands in turn, and without what needs it. */
export function withoutEach(sequence: Sequence, captures: number): readonly Sequence[] {
  const parts = partsOf(sequence.commands, captures);
  return parts.map((_, place) => ({
    ...sequence,
    commands: prune(parts.toSpliced(place, 1), captures).map(({ command }) => command),
  }));
}
