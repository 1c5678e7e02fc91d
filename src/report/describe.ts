import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import type { Dialect } from '../sql/dialect.js';

/** A command as a person reads it: its SQL, or what is done to a capture. */
export function commandText(dialect: Dialect, number: number, command: Command): string {
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

/** A sequence as a person reads it, one command a line, numbered as in the rows' tokens (`c4.1` is of line 4). */
export function sequenceLines(dialect: Dialect, { commands }: Sequence): readonly string[] {
  const width = String(commands.length).length;
  return commands.map(
    (command, place) => `${String(place + 1).padStart(width)}  ${commandText(dialect, place + 1, command)}`,
  );
}

function delayText(ms: number): string {
  return ms === 0 ? '' : `, ${ms} ms later`;
}
