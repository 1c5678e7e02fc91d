import type { Expectation } from '../../model/apply.js';
import type { Command } from '../../model/command.js';
import type { Control } from '../../model/control.js';
import { EnvironmentError, type Outcome, type Session, type Step } from '../cluster/cluster.js';
import type { Dialect } from '../sql/dialect.js';
import type { CommandEntry } from './trace.js';

/**
 * Carries out one command that is not a check. Null where there is nothing to do: a kill of a dead capture, a start of one
 * that is alive, a pause of what is paused. Throws EnvironmentError where the connection died, since nothing then tells what happened.
 */
export async function perform(
  session: Session,
  step: Step,
  expected: Expectation,
): Promise<CommandEntry | null> {
  const { number, command } = step;
  const start = session.now();
  let outcome: Outcome = { kind: 'ok' };
  switch (command.kind) {
    case 'killCapture':
    case 'startCapture':
      if (expected.kind === 'error') return null;
      if (command.delay > 0) await session.wait(command.delay);
      if (command.kind === 'killCapture') await session.kill(command.capture, command.signal);
      else await session.start(command.capture);
      break;
    case 'pauseChangefeed':
    case 'resumeChangefeed':
    case 'resignOwner':
    case 'moveTable':
      if (expected.kind === 'error') return null;
      await control(session, command);
      break;
    case 'wait':
      await session.wait(command.ms);
      break;
    default:
      outcome = await session.execute(step);
      if (outcome.kind === 'unknown') throw new EnvironmentError(`upstream: ${outcome.message}`);
  }
  return { type: 'command', number, command, start, end: session.now(), outcome };
}

/** Does something to replication as a whole. Throws EnvironmentError where the cluster has no way to do so. */
export async function control(session: Session, command: Control): Promise<void> {
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
