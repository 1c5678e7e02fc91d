/**
 * Carries out tasks side by side. Where one fails the others are told to stop by the signal, and their end is awaited before its
 * error is thrown: nothing is begun any more once this has returned.
 */
export async function together<T extends readonly unknown[]>(
  abort: AbortController,
  tasks: { readonly [K in keyof T]: () => Promise<T[K]> },
): Promise<T> {
  const errors: unknown[] = [];
  const running = tasks.map(async (task: () => Promise<unknown>) => {
    try {
      return await task();
    } catch (error) {
      errors.push(error);
      abort.abort();
      return undefined;
    }
  });
  const results = await Promise.all(running);
  if (errors.length > 0) throw errors[0];
  return results as unknown as T;
}
