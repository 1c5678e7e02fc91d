import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing; returns what it made, the outermost first. Throws the system's error where
 * that cannot be: `mkdir` with `recursive` does not come to an end below /proc (Node 20).
 */
export function makeFolder(path: string, mode = 0o777): readonly string[] {
  try {
    return makeOne(path, mode);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    return [...makeFolder(above, mode), ...makeOne(path, mode)];
  }
}

function makeOne(path: string, mode: number): readonly string[] {
  try {
    mkdirSync(path, { mode });
    return [path];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
    return [];
  }
}
