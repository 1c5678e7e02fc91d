import type { Command } from './command.js';
import type { LaneCommand } from './commands/concurrently.js';
import { isControl } from './control.js';

/** Whether a command can run in a lane. */
export function canRunInLane(command: Command): command is LaneCommand {
  return command.kind !== 'concurrently' && command.kind !== 'check' && !isControl(command.kind);
}
