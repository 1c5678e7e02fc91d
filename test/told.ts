import { EnvironmentError, UsageError } from '../src/cluster/cluster.js';

/** A failure that is all text: a stack would only lead to the test, and push what matters out of the last lines of a log. */
export class Told extends Error {
  override readonly name = 'Failed';
  override readonly stack = '';
}

/** Where what the user gave cannot be used, or the environment fails, the one line that says so is all that is told. */
export async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError || error instanceof EnvironmentError) throw new Told(error.message);
    throw error;
  }
}
