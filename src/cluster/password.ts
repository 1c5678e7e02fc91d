import { readFileSync } from 'node:fs';
import { UsageError } from './cluster.js';

/** Where a password is kept; a cluster's file never holds one. Neither: there is none. */
export interface PasswordPlace {
  /** Name of an environment variable. */
  readonly passwordEnv?: string | undefined;
  /** Path of a file with the password as its first line. */
  readonly passwordFile?: string | undefined;
}

/** Fetches a password. `what` names whose it is (`cluster shop.toml: upstream`). Throws UsageError where it is not there. */
export function readPassword(what: string, { passwordEnv, passwordFile }: PasswordPlace): string {
  if (passwordEnv !== undefined && passwordFile !== undefined) {
    throw new UsageError(`${what} has both passwordEnv and passwordFile: give one of them`);
  }
  if (passwordEnv !== undefined) {
    const password = process.env[passwordEnv];
    if (password === undefined) {
      throw new UsageError(`${what}: passwordEnv names ${passwordEnv}, which is not set; export it first`);
    }
    return password;
  }
  if (passwordFile === undefined) return '';
  try {
    return readFileSync(passwordFile, 'utf8').split(/\r?\n/)[0] ?? '';
  } catch (error) {
    throw new UsageError(`${what}: passwordFile cannot be read: ${(error as Error).message}`);
  }
}
