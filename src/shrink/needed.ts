/**
 * Finds which of many items a failure needs, by asking which sets of them it can do without: group testing, as for
 * the few bad samples among many (generalised binary splitting, Hwang, JASA 1972; here without knowing how many are bad).
 *
 * Takes a chunk so large that, by what has been found so far, the odds are even that it holds no needed item: one answer is then
 * worth one bit. Where the failure can do without the chunk, it is gone. Where not, halving finds one needed item in it, and the
 * items that were passed over go back to the others. So the cost is close to log2 of the number of ways to choose the
 * needed items, where halving sweeps pay for every size of chunk again.
 *
 * Yields sets of items to drop; expects whether that could be done. `isLeft` says whether an item is still there, since
 * dropping some can take others along. Nothing is assumed of the answers: if they contradict each other, as
 * they do where a failure comes and goes, items are left that are not needed, which the caller has to try singly.
 */
export function* findNeeded(
  items: readonly number[],
  isLeft: (item: number) => boolean,
): Generator<readonly number[], void, boolean> {
  let unknown = items;
  let [needed, dropped] = [0, 0];
  for (;;) {
    unknown = unknown.filter(isLeft);
    if (unknown.length === 0) return;
    let chunk = unknown.slice(0, chunkSize(items.length, needed, dropped));
    if (yield chunk) {
      dropped += chunk.length;
      continue;
    }
    while (chunk.length > 1) {
      const half = chunk.slice(0, chunk.length >> 1);
      const rest = chunk.slice(half.length);
      const isDropped = yield half;
      if (isDropped) dropped += half.length;
      chunk = isDropped ? rest.filter(isLeft) : half;
    }
    needed++;
    const [found] = chunk;
    unknown = unknown.filter((item) => item !== found);
  }
}

/** How many items to expect among the needed ones before anything is known, and how much that expectation weighs. */
const EXPECTED = 4;
const WEIGHT = 2;

/** The size at which a chunk is as likely as not to hold no needed item, each being needed with the same probability. */
function chunkSize(items: number, needed: number, dropped: number): number {
  const share = (WEIGHT + needed) / (WEIGHT + needed + dropped + (WEIGHT * items) / EXPECTED);
  return Math.max(1, Math.round(Math.LN2 / -Math.log1p(-share)));
}
