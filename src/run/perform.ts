import type { Expectation } from '../../model/apply.js';
import type { Command } from '../../model/command.js';
import type { LaneCommand } from '../../model/commands/concurrently.js';
import type { Control } from '../../model/control.js';
import { EnvironmentError, type Connection, type Outcome, type Session } from '../cluster/cluster.js';
import type { Dialect } from '../sql/dialect.js';
import type { CommandEntry } from './trace.js';

/** A command that is not a check, with its number. */
export interface SingleStep {
  readonly number: number;
  readonly command: LaneCommand | Control;
}

/**
 * Carries out one command that is not a check. Null where there is nothing to do: a kill of a dead capture, a start of one that is alive, a pause of
 * what is paused, which `applies` says, also after the command's delay.
 */
export async function perform(
  connection: Connection & Pick<Session, 'control'>,
  step: SingleStep,
  applies: () => boolean,
): Promise<CommandEntry | null> {
  const { number, command } = step;
  const start = connection.now();
  let outcome: Outcome = { kind: 'ok' };
  switch (command.kind) {
    case 'killCapture':
    case 'startCapture':
      if (!applies()) return null;
      if (command.delay > 0) await connection.wait(command.delay);
      if (!applies()) return null;
      if (command.kind === 'killCapture') await connection.kill(command.capture, command.signal);
      else await connection.start(command.capture);
      break;
    case 'pauseChangefeed':
    case 'resumeChangefeed':
    case 'resignOwner':
    case 'moveTable':
      if (!applies()) return null;
      await control(connection, command);
      break;
    case 'wait':
      await connection.wait(command.ms);
      break;
    default:
      outcome = await connection.execute(step);
  }
  return { type: 'command', number, command, start, end: connection.now(), outcome };
}

/** Does something to replication as a whole. Throws EnvironmentError where the cluster has no way to do so. */
export async function control(session: Pick<Session, 'control'>, command: Control): Promise<void> {
  if (session.control === undefined) throw new EnvironmentError(`${command.kind} cannot be carried out here`);
  await session.control(command);
}

/** What is wrong with an outcome, in one line; null where it is one that the model expects. */
export function surprise(
  dialect: Dialect,
  command: Command,
  expected: Expectation,
  outcome: Outcome,
): string | null {
  if (outcome.kind === 'ok' && expected.kind !== 'error') return null;
  const right = dialect.errors(command.kind, expected);
  const reasons = expected.kind === 'ok' ? '' : ` (${expected.reasons.join(', ')})`;
  switch (outcome.kind) {
    case 'ok':
      return `${command.kind} succeeded, expected error ${right.join(' or ')}${reasons}`;
    case 'error':
      if (expected.kind !== 'ok' && right.includes(outcome.errno)) return null;
      return `${command.kind} failed with ${outcome.errno} (${outcome.message}), expected ${
        expected.kind === 'ok' ? 'success' : `error ${right.join(' or ')}${reasons}`
      }`;
    case 'unknown':
      return null;
  }
}
