import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Ends the names of files that are being written: what a process leaves that is killed meanwhile is no file of anybody's. */
export const PARTIAL = '.partial';

/** Writes a file whole or not at all, over the one that is there. Throws the system's error and leaves the old one where it cannot. */
export function writeWhole(file: string, text: string): void {
  const partial = `${file}${PARTIAL}`;
  try {
    const descriptor = openSync(partial, 'w');
    try {
      const bytes = Buffer.from(text);
      let written = 0;
      while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    } finally {
      closeSync(descriptor);
    }
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** What a file of JSON holds; null where it cannot be read as such. */
export function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
