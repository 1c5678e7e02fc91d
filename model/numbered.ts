import type { Command } from './command.js';
import type { Control } from './control.js';
import type { LaneCommand } from './commands/concurrently.js';

/** A command that is carried out by itself: any but a block, whose commands are. */
export type SingleCommand = LaneCommand | Control | Extract<Command, { readonly kind: 'check' }>;

/** A single command of a sequence with its number, which counts from 1 and names the rows that the command writes (`c17.2`). */
export interface Numbered {
  readonly number: number;
  readonly command: SingleCommand;
  /** Place (from 0) in the sequence of the command, or of the block that holds it. */
  readonly place: number;
  /** Which lane of the block it is in (from 0), or null outside of blocks. */
  readonly lane: number | null;
}

/** The single commands in the order in which they are written: lane after lane where there are lanes. A block itself has no number. */
export function numbered(commands: readonly Command[]): readonly Numbered[] {
  const found: Numbered[] = [];
  for (const [place, command] of commands.entries()) {
    if (command.kind !== 'concurrently') {
      found.push({ number: found.length + 1, command, place, lane: null });
      continue;
    }
    for (const [lane, { commands: inLane }] of command.lanes.entries()) {
      for (const each of inLane) found.push({ number: found.length + 1, command: each, place, lane });
    }
  }
  return found;
}

/** How many single commands this command is. */
export function countOf(command: Command): number {
  if (command.kind !== 'concurrently') return 1;
  return command.lanes.reduce((count, { commands }) => count + commands.length, 0);
}
