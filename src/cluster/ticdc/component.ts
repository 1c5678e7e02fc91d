import { setTimeout as delay } from 'node:timers/promises';
import { PortTaken } from '../../process/freePort.js';
import type { Exit, StartedProcess } from '../../process/startedProcess.js';
import type { WorkFolder } from '../../process/workFolder.js';
import { EnvironmentError } from '../cluster.js';
import { LogReader, tailOf } from '../mariadb/serverLog.js';

/** Between two looks at whether a program is ready: ms. */
const LOOK = 50;

/** What programs say of a port that somebody else has. */
const TAKEN = /address already in use|failed to bind|EADDRINUSE/i;

/** A program to start, and how it is seen to be ready. */
export interface Starting {
  /** Its name in this cluster: `pd`, `tikv`, `upstream`, `capture0`. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Null once it is ready; before that what was asked and what came of it: `http://127.0.0.1:2379/…: ECONNREFUSED`. */
  readonly notReady: () => Promise<string | null>;
}

/** What the starting of all programs of a cluster has in common. */
export interface Site {
  readonly folder: WorkFolder;
  /** How long one program may take to get ready: ms. */
  readonly timeout: number;
  /** Aborted once another program could not be started: there is no use in going on. */
  readonly signal: AbortSignal;
}

/**
 * Starts a program and returns once it is ready. Throws PortTaken where it has ended because somebody else has its port,
 * EnvironmentError with one line where it has ended otherwise, or is not ready in time: it is dead then.
 */
export async function startComponent(site: Site, starting: Starting): Promise<StartedProcess> {
  const { folder, timeout, signal } = site;
  const { name, file, args, env, notReady } = starting;
  if (isOff(signal)) throw new EnvironmentError(`${name} is not started`);
  const process = folder.start(name, file, args, { env, cwd: folder.path });
  const log = new LogReader(process.output);
  await log.mark();
  const begun = performance.now();
  for (;;) {
    const why = await notReady();
    if (process.exit !== null) throw await cannotStart(name, process, await log.text());
    if (why === null) return process;
    if (isOff(signal) || performance.now() - begun > timeout) {
      await process.kill('SIGKILL');
      throw new EnvironmentError(`${name} is not ready ${timeout / 1000} s after its start: ${why}`);
    }
    await delay(LOOK);
  }
}

/** Asked anew each time: it changes while others are awaited. */
function isOff(signal: AbortSignal): boolean {
  return signal.aborted;
}

async function cannotStart(name: string, process: StartedProcess, log: string): Promise<Error> {
  if (TAKEN.test(log)) return new PortTaken(`${name}: its port is taken`);
  const said = await tailOf(process.output);
  const how = process.exit === null ? '' : endText(process.exit);
  return new EnvironmentError(
    `${name} does not start (${how}): ${said === '' ? 'it printed nothing' : said}`,
  );
}

/** How a process has ended: `exit code 1`, `SIGKILL`. */
export function endText({ code, signal }: Exit): string {
  return code === null ? String(signal) : `exit code ${code}`;
}
