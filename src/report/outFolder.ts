import { accessSync, constants, rmdirSync } from 'node:fs';
import { UsageError } from '../cluster/cluster.js';
import { makeFolder } from '../process/makeFolder.js';

/**
 * Makes sure, before a search begins, that folders of counterexamples can be made in `folder`, which need not exist yet and does
 * not remain. Throws UsageError where they cannot.
 */
export function checkOutFolder(folder: string): void {
  try {
    const made = makeFolder(folder);
    accessSync(folder, constants.W_OK);
    for (const each of made.toReversed()) removeIfEmpty(each);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `counterexamples cannot be written to '${folder}': ${reason}; choose another with --out or CDCHECK_OUT`,
    );
  }
}

/** Somebody else may have put something there by now. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
