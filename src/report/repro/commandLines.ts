import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import type { Trace } from '../../run/trace.js';
import type { Dialect } from '../../sql/dialect.js';

/**
 * The commands of a sequence as lines of a shell function. It returns at the first check at which something is wrong, and ends in
 * one, or in a look at the outcome of the last command where the run went no further.
 */
export function commandLines({ commands }: Sequence, dialect: Dialect, trace: Trace): readonly string[] {
  const lines = commands.map((command, place) => lineOf(command, place + 1, dialect, trace));
  const last = trace.at(-1);
  if (last?.type === 'command') return [...lines.slice(0, last.number), `seen=$(outcome ${last.number})`];
  const isChecked = commands.at(-1)?.kind === 'check';
  return isChecked ? [...lines.slice(0, -1), 'check last'] : [...lines, 'check last'];
}

function lineOf(command: Command, number: number, dialect: Dialect, trace: Trace): string {
  switch (command.kind) {
    case 'killCapture':
      return `kill_capture ${command.capture} ${command.signal} ${command.delay}`;
    case 'startCapture':
      return `start_capture ${command.capture} ${command.delay}`;
    case 'wait':
      return `pause ${command.ms}`;
    case 'check':
      return 'check || return';
    case 'transaction': {
      const statements = dialect.statements({ number, command });
      // The client goes on after an error, so what then must not happen is rolled back here.
      const end = hasFailed(number, trace) ? [...statements.slice(0, -1), 'ROLLBACK'] : statements;
      return `sql ${number} ${end.map(quoted).join(' ')}`;
    }
    default:
      return `sql ${number} ${dialect.statements({ number, command }).map(quoted).join(' ')}`;
  }
}

function hasFailed(number: number, trace: Trace): boolean {
  return trace.some(
    (entry) => entry.type === 'command' && entry.number === number && entry.outcome.kind === 'error',
  );
}

/** As one word of the shell. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
