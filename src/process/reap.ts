import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLDER_PREFIX, isDead, ownerOf, REAPED } from './folderName.js';
import { identify, parseStat, pidScope } from './identity.js';
import { killGroup } from './startedProcess.js';
import { REMOVAL, waitUntilDead } from './workFolder.js';

/**
 * Ends what an earlier cdcheck of this user left because it was killed with SIGKILL: its process groups, then its work
 * folders. Kills only where a pid file's start time proves the process to be the one that was started; leaves alone
 * what belongs to a living cdcheck. Returns the names of the folders that it removed.
 */
export function reap(): readonly string[] {
  return namesIn(tmpdir())
    .filter((name) => name.startsWith(FOLDER_PREFIX) && isOurs(name))
    .filter((name) => {
      const owner = ownerOf(name);
      if (owner === null || !isDead(owner)) return false;
      const folder = claim(join(tmpdir(), name));
      if (folder === null) return false;
      if (owner.boot === pidScope().boot) killStartedIn(folder);
      rmSync(folder, REMOVAL);
      return true;
    });
}

function isOurs(name: string): boolean {
  const stat = statSync(join(tmpdir(), name), { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}

/**
 * Gives the folder another name, so that a process that was about to write its pid file there ends instead, and of two
 * reapers one gets it. Null where the other one was first.
 */
function claim(folder: string): string | null {
  if (folder.endsWith(REAPED)) return folder;
  try {
    renameSync(folder, folder + REAPED);
    return folder + REAPED;
  } catch {
    return null;
  }
}

function killStartedIn(folder: string): void {
  const groups = pidFiles(folder).flatMap((text) => {
    const written = parseStat(text);
    if (written === null) return [];
    const now = identify(written.pid);
    const isTheSame = now?.startTime === written.startTime && now.group === written.pid;
    return isTheSame ? [written.pid] : [];
  });
  for (const group of groups) killGroup(group, 'SIGKILL');
  waitUntilDead(groups);
}

/** What the pid files hold, whole or not; nothing where another reaper removes them at this moment. */
function pidFiles(folder: string): readonly string[] {
  try {
    return namesIn(folder)
      .filter((name) => name.endsWith('.pid'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}

/** What is in a folder; nothing where there is none. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
