import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';

const MAIN = join(import.meta.dirname, '../../../dist/src/cli/main.js');

/** A temporary folder for one command line to be started in, by whose path all that it starts is recognised. */
export function ownTmpdir(): string {
  return mkdtempSync(join(tmpdir(), 'clitest-'));
}

/** A command line that runs: what it printed and its exit code once it has ended, and the means to send it a signal. */
export interface Cli extends Promise<{ stdout: string; stderr: string; exitCode?: number | undefined }> {
  kill(signal: NodeJS.Signals): boolean;
}

/** Starts `cdcheck` with a temporary folder of its own as TMPDIR and as working directory. */
export function cdcheck(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Cli {
  return execa(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { TMPDIR: folder, ...env },
    reject: false,
    stdin: 'ignore',
  });
}

/** Processes that were started with this folder as TMPDIR, by their command lines; this process's own children too. */
export function processesOf(folder: string): readonly string[] {
  return startedIn(folder).map(({ command }) => command);
}

/** The same with their ids. */
export function startedIn(folder: string): readonly { readonly pid: number; readonly command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return environment.includes(`TMPDIR=${folder}`) && command !== ''
          ? [{ pid: Number(pid), command }]
          : [];
      } catch {
        return [];
      }
    });
}

/** Resolves once `condition` holds; rejects after a minute. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited a minute for ${what}`);
    await delay(10);
  }
}

/** Whether a run's own database stands in a data folder below this one at this moment. */
export function hasRunDatabase(folder: string): boolean {
  try {
    return readdirSync(folder, { recursive: true }).some((path) =>
      /\/cdcheck_[0-9a-f]{10}$/.test(String(path)),
    );
  } catch {
    return false;
  }
}
