import { apply, expectation } from '../../model/apply.js';
import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import { emptyState, type State } from '../../model/state.js';
import { blockOf, commandsOf, groupsOf, leavesOf, type Leaf } from './leaves.js';
import { mayApply } from './mayApply.js';

/** A single command of the sequence that is being shrunk, and whether it applied there. One that did not is there to fail. */
export interface Part extends Leaf {
  readonly applied: boolean;
}

/** The single commands with, for each, whether it applies when all of them run as they stand; in a block, whether it does in some order. */
export function partsOf(commands: readonly Command[], captures: number): readonly Part[] {
  let state = emptyState(captures);
  let count = 0;
  return groupsOf(leavesOf(commands)).flatMap((group) => {
    const applies = appliesIn(state, group);
    const parts = group.map((leaf) => ({ ...leaf, applied: applies(leaf) }));
    state = stateAfter(state, parts, count + 1);
    count += parts.length;
    return parts;
  });
}

/** The state after a command by itself or a block of them, the first of which has this number. */
export function stateAfter(state: State, group: readonly Part[], number: number): State {
  const [only, ...others] = group;
  if (others.length > 0) return apply(state, blockOf(group), number);
  return only?.applied === true ? apply(state, only.command, number) : state;
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
  for (const group of groupsOf(parts)) {
    const applies = appliesIn(state, group);
    const left = group.filter((part) => !part.applied || applies(part));
    // One lane that is left alone is no block: each of its commands is judged after the one before it.
    for (const rest of groupsOf(left)) {
      const appliesNow = appliesIn(state, rest);
      const still = rest.map((part) => ({ part, applied: appliesNow(part) }));
      const staying = still.filter(({ part, applied }) => applied || !part.applied);
      kept.push(...staying.map(({ part }) => part));
      const now = staying.map(({ part, applied }) => ({ ...part, applied }));
      state = stateAfter(state, now, kept.length - staying.length + 1);
    }
  }
  return kept;
}

function appliesIn(state: State, group: readonly Leaf[]): (leaf: Leaf) => boolean {
  if (group.length > 1) return mayApply(state, group);
  return ({ command }) => expectation(state, command).kind !== 'error';
}

/** The commands that are left of these parts once those are dropped that no longer apply. */
export function pruned(parts: readonly Part[], captures: number): readonly Command[] {
  return commandsOf(prune(parts, captures));
}

/** The sequence without each of its single commands in turn, and without what needs it. */
export function withoutEach(sequence: Sequence, captures: number): readonly Sequence[] {
  const parts = partsOf(sequence.commands, captures);
  return parts.map((_, place) => ({ ...sequence, commands: pruned(parts.toSpliced(place, 1), captures) }));
}
