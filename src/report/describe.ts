import type { Command } from '../../model/command.js';
import { numbered, type SingleCommand } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import type { Dialect } from '../sql/dialect.js';

/** A command as a person reads it: its SQL, or what is done to a capture. */
export function commandText(dialect: Dialect, number: number, command: SingleCommand): string {
  switch (command.kind) {
    case 'killCapture': {
      const how = command.signal === 'KILL' ? 'kill -9' : 'kill -TERM';
      return `${how} capture ${command.capture}${delayText(command.delay)}`;
    }
    case 'startCapture':
      return `start capture ${command.capture}${delayText(command.delay)}`;
    case 'pauseChangefeed':
      return 'pause replication';
    case 'resumeChangefeed':
      return 'resume replication';
    case 'resignOwner':
      return 'the owner of the captures resigns';
    case 'moveTable': {
      const what =
        command.partition === null ? command.table : `partition ${command.partition} of ${command.table}`;
      return `move ${what} to capture ${command.target}`;
    }
    case 'wait':
      return `wait ${command.ms} ms`;
    case 'check':
      return 'check: wait until caught up, compare';
    default:
      return dialect.statements({ number, command }).join('; ');
  }
}

/** A sequence as a person reads it, one command a line, numbered as in the rows' tokens (`c4.1` is of line 4); of a block it says which lane each is in. */
export function sequenceLines(dialect: Dialect, { commands }: Sequence): readonly string[] {
  const all = numbered(commands);
  const width = String(all.length).length;
  return all.map(({ number, command, place, lane }, at) => {
    const before = all[at - 1];
    const isSameBlock = before?.place === place;
    const label =
      lane === null
        ? ''
        : `${isSameBlock ? '         ' : 'at once, '}lane ${lane + 1}${offsetText(commands[place], lane, isSameBlock && before.lane === lane)}: `;
    return `${String(number).padStart(width)}  ${label}${commandText(dialect, number, command)}`;
  });
}

/** When the first command of a lane begins. */
function offsetText(block: Command | undefined, lane: number, hasBegun: boolean): string {
  const offset = block?.kind === 'concurrently' ? (block.lanes[lane]?.offset ?? 0) : 0;
  return hasBegun || offset === 0 ? '' : ` from ${offset} ms on`;
}

function delayText(ms: number): string {
  return ms === 0 ? '' : `, ${ms} ms later`;
}
