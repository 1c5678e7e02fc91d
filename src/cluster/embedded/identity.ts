import { ruleOf, type Command } from '../../../model/command.js';
import { hashText, mix } from './hash.js';

/**
 * A number for a command that depends on nothing but the command itself: not on its place, and not on what ran before.
 * Latencies and faults are decided by it, so that removing a command from a sequence leaves the others as they were.
 */
export function identityOf(command: Command): number {
  let identity = hashText(command.kind);
  for (const table of ruleOf(command.kind).tables(command)) identity = mix(identity, hashText(table));
  return mix(identity, detailOf(command));
}

function detailOf(command: Command): number {
  switch (command.kind) {
    case 'insert':
      return command.ids[0] ?? 0;
    case 'update':
    case 'delete':
      return command.from;
    case 'killCapture':
    case 'startCapture':
      return command.capture;
    default:
      return 0;
  }
}
