import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../cluster/cluster.js';
import { isDead, type Owner } from '../process/folderName.js';
import { identify, pidScope } from '../process/identity.js';

/** Takes a folder for this process alone; returns what gives it back. Throws UsageError where another process has it. */
export function lock(file: string): () => void {
  const owner: Owner = {
    ...pidScope(),
    pid: process.pid,
    startTime: identify(process.pid)?.startTime ?? '0',
  };
  const text = JSON.stringify(owner);
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = ownerIn(file);
    if (other !== null && !isDead(other)) {
      throw new UsageError(`${file}: process ${other.pid} is at work here; end it, or choose another --out`);
    }
    writeFileSync(file, text);
  }
  return () => {
    rmSync(file, { force: true });
  };
}

/** Null where the file is not whole: its writer was killed. */
function ownerIn(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return null;
  }
}
