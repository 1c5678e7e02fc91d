import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../cluster/cluster.js';

/**
 * Makes sure, before a search begins, that folders of counterexamples can be made in `folder`, which need not exist yet. Throws
 * UsageError where they cannot.
 */
export function checkOutFolder(folder: string): void {
  let existing = resolve(folder);
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    if (!statSync(existing).isDirectory()) throw new Error('it is not a folder');
    accessSync(existing, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `counterexamples cannot be written to '${folder}': ${existing}: ${reason}; choose another with --out or CDCHECK_OUT`,
    );
  }
}
