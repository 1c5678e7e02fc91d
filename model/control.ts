import type { Command, Kind } from './command.js';

/** Commands to replication as a whole: no SQL is sent, and no capture is started or killed. */
const CONTROLS = ['pauseChangefeed', 'resumeChangefeed', 'resignOwner', 'moveTable'] as const;

/** The kind of a command to replication as a whole. */
export type ControlKind = (typeof CONTROLS)[number];

/** A command to replication as a whole. */
export type Control = Extract<Command, { kind: ControlKind }>;

/** Whether a kind of command is one to replication as a whole. */
export function isControl(kind: Kind): kind is ControlKind {
  return (CONTROLS as readonly Kind[]).includes(kind);
}
