import { statfs } from 'node:fs/promises';

/** With less than this free, whatever went wrong is put down to the disk: bytes. */
const LEAST_FREE = 64 * 1024 * 1024;

/** Whether a server's error says that its disk is full: ENOSPC (28), or the storage engine's own errors of that meaning (135, 1114). */
export function isFull(message: string): boolean {
  return /No space left on device|ENOSPC|Disk full|No more room in|The table '.*' is full|\b(error|errno):? ?"?(28|135)\b/i.test(
    message,
  );
}

/** What is wrong where the disk under this folder is nearly full, in one line; else null. */
export async function outOfSpace(folder: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return free < LEAST_FREE
    ? `the disk under ${folder} is full: ${free >> 20} MB are free; make room, or set TMPDIR to another disk`
    : null;
}
