import { numbered, type SingleCommand } from '../../../model/numbered.js';
import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import type { Trace } from '../../run/trace.js';
import type { Dialect } from '../../sql/dialect.js';

/** A function of the shell: its name and its lines. */
export interface ShellFunction {
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * The commands of a sequence as the function `commands` of the shell, and before it one for each lane of each block. It returns at the
 * first check at which something is wrong, and ends in one, or in a look at the outcome of the last command where the run went no further.
 */
export function commandFunctions(
  { commands }: Sequence,
  dialect: Dialect,
  trace: Trace,
): readonly ShellFunction[] {
  const all = numbered(commands);
  const lineOf = (number: number, command: SingleCommand): string => line(command, number, dialect, trace);
  const lanes: ShellFunction[] = [];
  const lines = commands.map((command, place): string => {
    const own = all.filter((each) => each.place === place);
    if (command.kind !== 'concurrently') return own.map((each) => lineOf(each.number, each.command)).join();
    const calls = command.lanes.map(({ offset }, lane) => {
      const name = `lane_${place + 1}_${lane + 1}`;
      const inLane = own.filter((each) => each.lane === lane);
      lanes.push({ name, lines: inLane.map((each) => lineOf(each.number, each.command)) });
      return `${offset} ${name}`;
    });
    return `at_once ${calls.join(' ')}`;
  });
  return [...lanes, { name: 'commands', lines: ended(lines, commands.at(-1), trace) }];
}

function ended(lines: readonly string[], last: Command | undefined, trace: Trace): readonly string[] {
  const entry = trace.at(-1);
  if (entry?.type === 'command' && entry.block === undefined) {
    return [...lines, `seen=$(outcome ${entry.number})`];
  }
  return [...(last?.kind === 'check' ? lines.slice(0, -1) : lines), 'check last'];
}

function line(command: SingleCommand, number: number, dialect: Dialect, trace: Trace): string {
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
